import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { outlines } from '#server/db/schema/planning.ts';
import type { OutlineItem } from '#shared/contract/outlines.ts';
import { aBrowser, type BrowserOptions } from '#test/browser.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { OutlineScreen } from './OutlineScreen.tsx';

type GivenItem = Pick<OutlineItem, 'title'> & Partial<OutlineItem>;

/** Three outline items of Night Ferry. */
export const steps: GivenItem[] = [
  { title: 'Departure', content: 'MARA counts 213 twice.\nThe manifest says 212.' },
  { title: 'Cabin 214' },
  { title: 'Landfall', content: 'All walk off.' },
];

/** Open a project whose outline has these items, by default three. */
export async function atTheOutline({
  items = steps,
  ...options
}: BrowserOptions & { items?: GivenItem[] } = {}) {
  const browser = await aBrowser(options);
  const { db, project, as, people, network } = browser;
  await db.delete(outlines).where(eq(outlines.projectId, project.id));
  const rows = items.map((item, orderIndex) => ({ ...item, orderIndex, projectId: project.id }));
  const stored = rows.length > 0 ? await db.insert(outlines).values(rows).returning() : [];
  return {
    ...browser,
    idOf: (title: string) => stored.find((item) => item.title === title)?.id,
    items: async (): Promise<OutlineItem[]> =>
      (await as('olive').get(`${people.projectUrl}/outlines`)).json(),
    /** Return the writing calls: method, address and body. */
    writes: () => network.writes.map(({ method, url, body }) => [method, url, body]),
  };
}

/** Show the view without the workspace. */
export function openOutline({ project }: Pick<Awaited<ReturnType<typeof atTheOutline>>, 'project'>) {
  const client = createQueryClient();
  const view = () => (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <OutlineScreen project={project} />
      </TooltipProvider>
    </QueryClientProvider>
  );
  let shown = render(view());
  return {
    client,
    user: userEvent.setup(),
    /** Leave the view. */
    leave: () => shown.unmount(),
    comeBack: () => {
      shown = render(view());
    },
  };
}
