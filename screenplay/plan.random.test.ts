import { expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import {
  addAct,
  addBeat,
  addSequence,
  type BeatContainer,
  beatContainerProblem,
  moveBeat,
  moveSequence,
  type Plan,
  removeAct,
  removeBeat,
  removeSequence,
} from './plan.ts';
import { type RemovedPart, removedPart, restorePart } from './planRestoring.ts';

type Known = Record<'acts' | 'sequences' | 'beats', Set<number>>;

function expectPlan(plan: Plan, known: Known) {
  const idsOf = (rows: { id: number }[]) => new Set(rows.map(({ id }) => id));
  for (const kind of ['acts', 'sequences', 'beats'] as const) {
    expect(idsOf(plan[kind])).toEqual(known[kind]);
    expect(plan[kind]).toHaveLength(known[kind].size);
  }
  const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, i) => i + first);
  const places = (rows: { orderIndex: number }[]) => rows.map(({ orderIndex }) => orderIndex).sort(ascending);
  expect(places(plan.acts)).toEqual(upTo(plan.acts.length));
  expect(plan.acts.map(({ number }) => number).sort(ascending)).toEqual(upTo(plan.acts.length, 1));
  for (const { number } of plan.acts) {
    const inAct = plan.sequences.filter(({ actNumber }) => actNumber === number);
    expect(places(inAct)).toEqual(upTo(inAct.length));
  }
  for (const siblings of Map.groupBy(plan.beats, homeKey).values())
    expect(places(siblings)).toEqual(upTo(siblings.length));
  for (const { actNumber } of plan.sequences)
    expect(plan.acts.some(({ number }) => number === actNumber)).toBe(true);
  for (const beat of plan.beats) {
    expect(beatContainerProblem(plan, beat)).toBe(null);
    expect(plan.acts.find(({ id }) => id === beat.actId)?.number).toBe(beat.actNumber);
  }
  for (const { actNumber, sequenceId } of plan.scenes) {
    if (sequenceId === null) continue;
    expect(plan.sequences.find(({ id }) => id === sequenceId)?.actNumber).toBe(actNumber);
  }
}

/** The plan with its lists in one order, to be compared. */
function sorted({ acts, sequences, beats, scenes }: Plan): Plan {
  const inOrder = <Row extends { id: number }>(rows: readonly Row[]) => rows.toSorted((a, b) => a.id - b.id);
  return {
    acts: inOrder(acts),
    sequences: inOrder(sequences),
    beats: inOrder(beats),
    scenes: inOrder(scenes),
  };
}

const ascending = (a: number, b: number) => a - b;
const homeKey = ({ actNumber, sequenceId }: BeatContainer) => `${actNumber}/${sequenceId}`;

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'keeps the plan without gaps over 1,000 random steps, seed %i',
  (seed) => {
    const { below, chance, pick } = seeded(seed);
    const known: Known = { acts: new Set(), sequences: new Set(), beats: new Set() };
    const scenes = Array.from({ length: 12 }, (_, id) => ({ id, actNumber: 1 + below(6), sequenceId: null }));
    let plan: Plan = { acts: [], sequences: [], beats: [], scenes };
    const removed: RemovedPart[] = [];
    let restored = 0;
    let lastId = 0;
    const remove = (after: Plan) => {
      const part = removedPart(plan, after);
      // A restoring with no other change in between gives the plan as it was.
      expect(sorted(restorePart(after, part) ?? plan)).toEqual(sorted(plan));
      expect(restorePart(after, part)).not.toBe(null);
      removed.push(part);
      plan = after;
    };
    const place = () => (chance(0.3) ? undefined : below(8));
    const made = (kind: keyof Known) => {
      known[kind].add(++lastId);
      return lastId;
    };
    const home = (): BeatContainer => {
      const actNumber = pick(plan.acts).number;
      const inAct = plan.sequences.filter((sequence) => sequence.actNumber === actNumber);
      return { actNumber, sequenceId: inAct.length > 0 && chance(0.6) ? pick(inAct).id : null };
    };
    const forget = (kind: 'sequences' | 'beats', gone: (row: { actNumber: number }) => boolean) => {
      for (const row of plan[kind]) if (gone(row)) known[kind].delete(row.id);
    };

    const steps = {
      addAct: () => {
        if (plan.acts.length < 6) plan = addAct(plan, made('acts'), place());
      },
      removeAct: () => {
        const { id, number } = pick(plan.acts);
        known.acts.delete(id);
        forget('sequences', ({ actNumber }) => actNumber === number);
        forget('beats', ({ actNumber }) => actNumber === number);
        remove(removeAct(plan, id));
      },
      addSequence: () => {
        plan = addSequence(plan, made('sequences'), pick(plan.acts).number, place());
      },
      moveSequence: () => {
        if (plan.sequences.length === 0) return;
        const { id } = pick(plan.sequences);
        const to = pick(plan.acts);
        const at = place();
        plan = moveSequence(plan, id, to.number, at);
        const moved = plan.sequences.find((sequence) => sequence.id === id);
        const count = plan.sequences.filter(({ actNumber }) => actNumber === to.number).length;
        if (at !== undefined) expect(moved?.orderIndex).toBe(Math.min(at, count - 1));
      },
      removeSequence: () => {
        if (plan.sequences.length === 0) return;
        const { id } = pick(plan.sequences);
        known.sequences.delete(id);
        remove(removeSequence(plan, id));
      },
      setScene: () => {
        const { actNumber, sequenceId } = home();
        const { id } = pick(plan.scenes);
        plan = {
          ...plan,
          scenes: plan.scenes.map((scene) => (scene.id === id ? { ...scene, actNumber, sequenceId } : scene)),
        };
      },
      addBeat: () => {
        plan = addBeat(plan, made('beats'), home(), place());
      },
      moveBeat: () => {
        if (plan.beats.length === 0) return;
        const { id } = pick(plan.beats);
        const to = home();
        const at = place();
        plan = moveBeat(plan, id, to, at);
        const moved = plan.beats.find((beat) => beat.id === id);
        const count = plan.beats.filter((beat) => homeKey(beat) === homeKey(to)).length;
        expect(moved).toMatchObject(to);
        if (at !== undefined) expect(moved?.orderIndex).toBe(Math.min(at, count - 1));
      },
      removeBeat: () => {
        if (plan.beats.length === 0) return;
        const { id } = pick(plan.beats);
        known.beats.delete(id);
        remove(removeBeat(plan, id));
      },
      restore: () => {
        const part = removed.length > 0 ? pick(removed) : null;
        const after = part && restorePart(plan, part);
        if (!after || !part) return;
        removed.splice(removed.indexOf(part), 1);
        for (const kind of ['acts', 'sequences', 'beats'] as const)
          for (const { id } of part[kind]) known[kind].add(id);
        plan = after;
        restored++;
      },
    };
    const often = ['addBeat', 'addBeat', 'addBeat', 'moveBeat', 'moveBeat', 'moveBeat'] as const;
    const names = [...(Object.keys(steps) as (keyof typeof steps)[]), ...often];
    for (let step = 0; step < 1000; step++) {
      const name = plan.acts.length === 0 ? 'addAct' : pick(names);
      // Remove acts rarely, so that the plan does not stay empty.
      if (name === 'removeAct' && chance(0.7)) continue;
      steps[name]();
      expectPlan(plan, known);
      expect(plan.scenes).toHaveLength(12);
    }
    expect(restored).toBeGreaterThan(5);
  },
);
