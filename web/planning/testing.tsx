import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen as page, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { acts, sequences, storyBeats } from '#server/db/schema/planning.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import { aBrowser, type BrowserOptions, type TestBrowser } from '#test/browser.ts';
import { type StoryRows, storyRows } from '#test/storyRows.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { PlanningScreen } from './PlanningScreen.tsx';

/** Store a story. Return the ids of its rows by the ids in the fixture. */
export async function storeStory({ db, project }: Pick<TestBrowser, 'db' | 'project'>, story: StoryRows) {
  const ids = { acts: new Map<number, number>(), sequences: new Map(), beats: new Map<number, number>() };
  const projectId = project.id;
  for (const { id, ...row } of story.acts) {
    const [stored] = await db
      .insert(acts)
      .values({ ...row, projectId })
      .returning();
    ids.acts.set(id, stored?.id ?? 0);
  }
  for (const { id, ...row } of story.sequences) {
    const [stored] = await db
      .insert(sequences)
      .values({ ...row, projectId })
      .returning();
    ids.sequences.set(id, stored?.id);
  }
  for (const { id, ...row } of story.beats) {
    const actId = ids.acts.get(row.actId) ?? 0;
    const sequenceId = row.sequenceId === null ? null : ids.sequences.get(row.sequenceId);
    const [stored] = await db
      .insert(storyBeats)
      .values({ ...row, projectId, actId, sequenceId })
      .returning();
    ids.beats.set(id, stored?.id ?? 0);
  }
  return ids;
}

/** Open a project with this story, by default storyRows. */
export async function atThePlan({
  story = storyRows(),
  ...options
}: BrowserOptions & { story?: StoryRows } = {}) {
  const browser = await aBrowser({ lines: [], ...options });
  const ids = await storeStory(browser, story);
  const { network, as, people } = browser;
  return {
    ...browser,
    act: (id: number) => ids.acts.get(id),
    sequence: (id: number): number | undefined => ids.sequences.get(id),
    beat: (id: number) => ids.beats.get(id),
    /** Return the writing calls: paths under /api, and bodies. */
    sent: () =>
      network.writes.map(({ method, url, body }) => ({ method, path: url.replace('/api', ''), body })),
    /** Return the last path segments of the requested lists. */
    asked: () =>
      network.calls
        .filter(({ method }) => method === 'GET')
        .map(({ url }) => url.replace(`${people.projectUrl}/`, '')),
    beats: async (): Promise<StoryBeat[]> =>
      (await as('olive').get(`${people.projectUrl}/story-beats`)).json(),
  };
}

export const noStory: StoryRows = { acts: [], sequences: [], beats: [] };

/** Show the screen in that browser. */
export function openPlan({ project }: Pick<TestBrowser, 'project'>) {
  // Dismiss the previous test's toasts.
  for (const { id } of currentToasts()) dismissToast(id);
  const client = createQueryClient();
  const show = () =>
    render(
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <PlanningScreen project={project} />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>,
    );
  let shown = show();
  const comeBack = async () => {
    shown = show();
  };
  return { user: userEvent.setup(), leave: () => shown.unmount(), comeBack: () => act(comeBack) };
}

/** Return the card of an act, once it is rendered. */
export async function cardOf(title: string) {
  return within(await page.findByRole('region', { name: new RegExp(`: ${title}$`) }));
}

/** Return the titles in each list of beats, by the list's name; the slot is "Lands here". */
export function lists(): Record<string, string[]> {
  const found = page
    .queryAllByRole('list')
    .filter((list) => /^(Beats|Loose)/.test(list.getAttribute('aria-label') ?? ''));
  return Object.fromEntries(
    found.map((list) => [
      list.getAttribute('aria-label') ?? '',
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('h5')?.textContent ?? item.textContent ?? ''),
    ]),
  );
}
