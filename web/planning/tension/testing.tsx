import { QueryClientProvider } from '@tanstack/react-query';
import { screen as page, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { TensionPoint } from '#shared/contract/tension.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, json, priced, refusal, type Seen, serve } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { TensionCard } from './TensionCard.tsx';

const path = '/api/projects/PrQTbI';

export function aBeat(changes: Partial<StoryBeat> = {}): StoryBeat {
  return {
    id: 1,
    projectId: 1,
    actId: 1,
    sequenceId: null,
    title: 'By hand',
    description: null,
    actNumber: 1,
    beatType: null,
    pageNumber: null,
    orderIndex: 0,
    ...changes,
  };
}

export function aPoint(changes: Partial<TensionPoint> = {}): TensionPoint {
  return {
    id: 1,
    projectId: 1,
    storyBeatId: 1,
    sceneId: null,
    scriptElementId: null,
    pageNumber: null,
    tensionLevel: 0.5,
    position: 0,
    context: null,
    analysisType: 'ai_generated',
    ...changes,
  };
}

export function anAct(changes: Partial<Act> = {}): Act {
  return {
    id: 1,
    projectId: 1,
    number: 1,
    title: 'Departure',
    subtitle: null,
    startPage: 1,
    endPage: 30,
    colorTheme: 'blue',
    orderIndex: 0,
    ...changes,
  };
}

/** Night Ferry in two acts. */
export const beats = [
  aBeat({ id: 21, title: 'Mara counts 213' }),
  aBeat({ id: 22, title: 'The blanket is still warm', orderIndex: 1 }),
  aBeat({ id: 23, title: 'By hand', actNumber: 2 }),
];
export const acts = [
  anAct(),
  anAct({ id: 2, number: 2, title: 'Landfall', colorTheme: 'red', orderIndex: 1 }),
];
export const points = [
  aPoint({ id: 31, storyBeatId: 21, tensionLevel: 0.2, context: 'Only a number is wrong.' }),
  aPoint({ id: 32, storyBeatId: 22, tensionLevel: 0.5, position: 0.5, context: 'Somebody was here.' }),
  aPoint({ id: 33, storyBeatId: 23, tensionLevel: 0.82, position: 1, context: 'One person, one door.' }),
];

/** The server's side of one analysis. */
export class TensionServer {
  points: TensionPoint[];
  ai = priced;
  /** Answers an analysis, in place of the server. */
  instead: ((seen: Seen) => Response | Promise<Response>) | null = null;
  isDown = false;
  seen: Seen[];

  constructor(stored: TensionPoint[] = []) {
    this.points = stored;
    this.seen = serve({
      [`GET ${path}/tension-points`]: () => (this.isDown ? refusal(500, 'Broken') : json(this.points)),
      [`GET ${path}/acts`]: () => json(acts),
      [`GET ${path}/ai`]: () => json(this.ai),
      'GET /api/auth/user': () => json(aUser()),
      [`POST ${path}/analyze-story-beat-tension`]: (seen) => this.instead?.(seen) ?? this.#analyse(),
    });
  }

  /** The analyses that were asked for. */
  get asked(): Seen[] {
    return this.seen.filter(({ method }) => method === 'POST');
  }

  #analyse(): Response {
    this.points = points;
    return json(points);
  }
}

/** The card on its own, as soon as it can be shown. */
export async function openCard(project: Partial<Project> = {}, ofBeats: readonly StoryBeat[] = beats) {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <TooltipProvider>
        <TensionCard project={aProject(project)} beats={ofBeats} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  const toggle = await page.findByRole('button', { name: /^Show Tension/ });
  return { user: userEvent.setup(), toggle, unmount };
}

/** Toasts outlive a test. */
export function closeToasts(): void {
  for (const { id } of currentToasts()) dismissToast(id);
}

export function said(): string[] {
  return currentToasts()
    .filter(({ isOpen }) => isOpen)
    .map(({ title, description }) => [title, description].filter(Boolean).join(': '));
}
