import { QueryClientProvider } from '@tanstack/react-query';
import { renderPage } from './drawn.tsx';
import { currentUserQuery } from './lib/auth.ts';
import { earlyAnswers } from './lib/early.ts';
import { queryClient } from './lib/queryClient.ts';
import { Start } from './Start.tsx';
import { prefetchScript } from './script/script.data.ts';

/** Draws the page once its code is there (boot.ts), whole from the first frame on. */
export async function start(parts: Promise<unknown>, script: string | null): Promise<void> {
  const [isFilled] = await Promise.all([earlyAnswers(), parts]);
  await queryClient.prefetchQuery(currentUserQuery);
  // What was refused is met by the screen that asks for it.
  if (isFilled && script !== null) await prefetchScript(queryClient, script);
  renderPage(
    <QueryClientProvider client={queryClient}>
      <Start />
    </QueryClientProvider>,
  );
}
