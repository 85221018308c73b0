import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { generateConceptImage } from '#shared/contract/concept.ts';
import { type Project, updateProject } from '#shared/contract/projects.ts';
import { aBrowser, aBrowserWithModels, type BrowserOptions } from '#test/browser.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { IdeaScreen } from './IdeaScreen.tsx';

/**
 * Open a project with a logline and a synopsis; pictures have a price unless the built-in engine
 * draws.
 */
export async function atTheIdea({
  isBuiltIn = false,
  columns,
  ...options
}: BrowserOptions & { isBuiltIn?: boolean } = {}) {
  const browser = await (isBuiltIn ? aBrowser : aBrowserWithModels)({
    ...options,
    columns: { logline: 'A purser counts one too many.', synopsis: 'Mara counts.', ...columns },
  });
  const { network, as, people } = browser;
  return {
    ...browser,
    stored: async (): Promise<Project> => (await as('olive').get(people.projectUrl)).json(),
    /** Bodies of the saves. */
    saves: () => network.callsOf(updateProject).map(({ body }) => body),
    /** Bodies of the calls for an image. */
    drawn: () => network.callsOf(generateConceptImage).map(({ body }) => body),
    /** The key of each call for an image. */
    keys: () => network.callsOf(generateConceptImage).map(({ headers }) => headers['idempotency-key']),
  };
}

/** Show the view without the workspace. */
export function openIdea({ code, project, user }: Awaited<ReturnType<typeof atTheIdea>>) {
  // Dismiss the previous test's toasts.
  for (const { id } of currentToasts()) dismissToast(id);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, user);
  client.setQueryData(projectQuery(code).queryKey, project);
  const show = () =>
    render(
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <View code={code} />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>,
    );
  const first = show();
  return {
    client,
    user: userEvent.setup(),
    leave: first.unmount,
    comeBack: () => act(async () => void show()),
  };
}

function View({ code }: { code: string }) {
  const { data } = useQuery(projectQuery(code));
  return data ? <IdeaScreen project={data} /> : null;
}
