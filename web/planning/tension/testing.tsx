import { QueryClientProvider } from '@tanstack/react-query';
import { screen as page, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import { analyseTension } from '#shared/contract/tension.ts';
import { aBrowser, aBrowserWithModels, type BrowserOptions } from '#test/browser.ts';
import { answers } from '#test/models.ts';
import { tenseStory, tensionRows } from '#test/storyRows.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { storeStory } from '../testing.tsx';
import { TensionCard } from './TensionCard.tsx';

interface TensionOptions extends BrowserOptions {
  /** Number of analysed beats, of three. */
  stored?: number;
  story?: ReturnType<typeof tenseStory>;
  isBuiltIn?: boolean;
}

/** Open a story of three beats whose analysis returns tensionRows. */
export async function atTheTension({
  stored = 0,
  story = tenseStory(),
  isBuiltIn = false,
  ...options
}: TensionOptions = {}) {
  const browser = await (isBuiltIn ? aBrowser : aBrowserWithModels)(options);
  const { db, project, as, people, network } = browser;
  const ids = await storeStory(browser, story);
  const rows = tensionRows().map(({ id: _, storyBeatId, ...row }) => {
    return { ...row, projectId: project.id, storyBeatId: ids.beats.get(storyBeatId ?? 0) ?? 0 };
  });
  if (stored > 0) await db.insert(tensionPoints).values(rows.slice(0, stored));
  const points = rows.map(({ storyBeatId, tensionLevel, context }) => {
    return { storyBeatId, tensionLevel, context };
  });
  browser.models?.script(answers(JSON.stringify({ points })));
  return {
    ...browser,
    beats: (await as('olive').get(`${people.projectUrl}/story-beats`)).json() as StoryBeat[],
    /** Return the calls of the analysis. */
    asked: () => network.callsOf(analyseTension),
  };
}

/** Show the card alone, once it can be rendered. */
export async function openCard({ project, beats }: Awaited<ReturnType<typeof atTheTension>>) {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <TooltipProvider>
        <TensionCard project={project} beats={beats} acts={null} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  const toggle = await page.findByRole('button', { name: /^Show Tension/ });
  return { user: userEvent.setup(), toggle, unmount };
}
