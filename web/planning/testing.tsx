import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen as page, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { putAt } from '#screenplay/dense.ts';
import { moveBeat, type Plan, removeAct, removeBeat, removeSequence } from '#screenplay/plan.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, builtIn, json, refusal } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { PlanningScreen } from './PlanningScreen.tsx';
import { placed } from './rows.ts';

export function anAct(number: number, changes: Partial<Act> = {}): Act {
  return {
    id: number * 10,
    projectId: 1,
    number,
    title: `Title ${number}`,
    subtitle: null,
    startPage: 1,
    endPage: 30,
    colorTheme: 'blue',
    orderIndex: number - 1,
    ...changes,
  };
}

export function aSequence(id: number, actNumber: number, changes: Partial<Sequence> = {}): Sequence {
  return {
    id,
    projectId: 1,
    actNumber,
    name: `Sequence ${id}`,
    description: null,
    colorTheme: 'blue',
    orderIndex: 0,
    ...changes,
  };
}

export function aBeat(id: number, actNumber: number, changes: Partial<StoryBeat> = {}): StoryBeat {
  return {
    id,
    projectId: 1,
    actId: actNumber * 10,
    sequenceId: null,
    title: `Beat ${id}`,
    description: null,
    actNumber,
    beatType: null,
    pageNumber: null,
    orderIndex: 0,
    ...changes,
  };
}

/**
 * Departure: Boarding (Forty cars, Mara counts) and loose The captain, The log. The Count: Door to door (The odd side)
 * and loose The manifest.
 */
export function aStory(): Pick<PlanServer, 'acts' | 'sequences' | 'beats'> {
  return {
    acts: [
      anAct(1, { title: 'Departure', subtitle: 'Setup', colorTheme: 'green' }),
      anAct(2, { title: 'The Count', startPage: 31, endPage: 58 }),
    ],
    sequences: [aSequence(5, 1, { name: 'Boarding' }), aSequence(6, 2, { name: 'Door to door' })],
    beats: [
      aBeat(101, 1, { title: 'The captain', description: 'One winter left.' }),
      aBeat(102, 1, { title: 'The log', orderIndex: 1 }),
      aBeat(111, 1, { title: 'Forty cars', sequenceId: 5 }),
      aBeat(112, 1, { title: 'Mara counts', sequenceId: 5, orderIndex: 1 }),
      aBeat(201, 2, { title: 'The manifest' }),
      aBeat(211, 2, { title: 'The odd side', sequenceId: 6 }),
    ],
  };
}

const base = `/api/projects/${encodeProjectId(1)}`;

interface Sent {
  method: string;
  /** After /api. */
  path: string;
  body: Record<string, unknown> | null;
}

/** Stands in for the server's plan calls; a double at the HTTP edge. */
export class PlanServer {
  acts: Act[] = [];
  sequences: Sequence[] = [];
  beats: StoryBeat[] = [];
  /** Answers a call in place of the server, where it gives something. */
  instead: ((sent: Sent) => Response | Promise<Response> | null) | null = null;
  /** Every call that would write. */
  readonly sent: Sent[] = [];
  /** The lists that were asked for, by their last part. */
  readonly asked: string[] = [];
  #lastId = 900;

  constructor(story: Partial<Pick<PlanServer, 'acts' | 'sequences' | 'beats'>> = aStory()) {
    Object.assign(this, story);
  }

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const sent = { method, path: address.replace(/^\/api/, ''), body };
    if (method === 'GET') this.asked.push(address.replace(`${base}/`, ''));
    else this.sent.push(sent);
    const answer = await this.instead?.(sent);
    if (answer) return answer;
    if (method === 'GET') return this.#list(address);
    if (method === 'POST') return this.#create(address, body);
    const [, noun = '', id = ''] = sent.path.split('/');
    return method === 'PATCH' ? this.#change(noun, Number(id), body) : this.#remove(noun, Number(id));
  };

  #list(address: string): Response {
    if (address === `${base}/acts`) return json(this.acts);
    if (address === `${base}/sequences`) return json(this.sequences);
    if (address === `${base}/story-beats`) return json(this.beats);
    if (address === `${base}/tension-points`) return json([]);
    return address === `${base}/ai` ? json(builtIn) : refusal(404, 'Not found');
  }

  #create(address: string, body: Record<string, unknown>): Response {
    const id = ++this.#lastId;
    if (address === `${base}/acts`) {
      const act = { ...anAct(this.acts.length + 1), id, ...body };
      this.acts = putAt(this.acts, act, act.orderIndex);
      return json(act, 201);
    }
    if (address === `${base}/sequences`) {
      const sequence = { ...aSequence(id, 1), ...body, projectId: 1 };
      this.sequences.push(sequence);
      return json(sequence, 201);
    }
    const beat = { ...aBeat(id, 1), ...body };
    this.beats.push(beat);
    return json(beat, 201);
  }

  #change(noun: string, id: number, body: Record<string, unknown>): Response {
    const rows = noun === 'acts' ? this.acts : noun === 'sequences' ? this.sequences : this.beats;
    const row = rows.find((each) => each.id === id);
    if (!row) return refusal(404, 'Not found');
    const { actNumber, sequenceId, orderIndex, ...words } = body as Partial<StoryBeat>;
    if (actNumber !== undefined && sequenceId !== undefined) {
      this.#step((plan) => moveBeat(plan, id, { actNumber, sequenceId }, orderIndex));
      return json(this.beats.find((beat) => beat.id === id));
    }
    return json(Object.assign(row, words));
  }

  #remove(noun: string, id: number): Response {
    const removers: Record<string, typeof removeAct> = { acts: removeAct, sequences: removeSequence };
    this.#step((plan) => (removers[noun] ?? removeBeat)(plan, id));
    return new Response(null, { status: 204 });
  }

  #step(change: (plan: Plan) => Plan): void {
    const { acts, sequences, beats } = this;
    const next = change({ acts, sequences, beats, scenes: [] });
    this.acts = placed(acts, next.acts);
    this.sequences = placed(sequences, next.sequences);
    this.beats = placed(beats, next.beats);
  }
}

/** The screen as that role (the owner) sees it. */
export function openPlan(server: PlanServer, role: Project['role'] = 'owner') {
  // What the test before has told is not told now.
  for (const { id } of currentToasts()) dismissToast(id);
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  const show = () =>
    render(
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <PlanningScreen project={aProject({ role })} />
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

/** The card of an act, once it is there. */
export async function cardOf(title: string) {
  return within(await page.findByRole('region', { name: new RegExp(`: ${title}$`) }));
}

/** The titles in each list of beats, by the list's name; the slot is "Lands here". */
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
