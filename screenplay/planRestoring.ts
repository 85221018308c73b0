import { closeGaps, insertAmongSiblings, renumberDensely } from './denseOrder.ts';
import { compareOrder } from './order.ts';
import {
  actNumbered,
  type Plan,
  type PlannedAct,
  type PlannedBeat,
  type PlannedScene,
  type PlannedSequence,
} from './plan.ts';

/*
 * Undo of deletions in a plan. Restored rows keep their ids. Their positions and numbers follow the
 * current plan, because other members may have changed it since the deletion.
 */

/** Link of a scene that a deletion changed. Acts are named by id, since their numbers change. */
export interface RemovedSceneLink {
  id: number;
  /** Act before the deletion; null: the scene named an act that did not exist. */
  actId: number | null;
  sequenceId: number | null;
  /** Act that the deletion moved the scene to. */
  movedToActId: number | null;
}

/** Rows that one step removed from a plan, and the links of other rows that it changed. */
export interface RemovedPart {
  acts: PlannedAct[];
  sequences: (PlannedSequence & { actId: number })[];
  beats: PlannedBeat[];
  /** Beats that stayed and lost their sequence, with their positions in it. */
  freedBeats: { id: number; sequenceId: number; orderIndex: number }[];
  scenes: RemovedSceneLink[];
  /** All acts in order, with their numbers before the step. */
  numbers: { id: number; number: number }[];
}

/** Return the rows of `before` that `after` lacks, and the links that their removal changed. */
export function removedPart(before: Plan, after: Plan): RemovedPart {
  const actIdBefore = actIdsOf(before);
  const actIdAfter = actIdsOf(after);
  const beatsAfter = byId(after.beats);
  const scenesAfter = byId(after.scenes);
  return {
    acts: missing(before.acts, after.acts),
    sequences: missing(before.sequences, after.sequences).map((sequence) => {
      return { ...sequence, actId: actIdBefore(sequence.actNumber) ?? 0 };
    }),
    beats: missing(before.beats, after.beats),
    freedBeats: before.beats.flatMap(({ id, sequenceId, orderIndex }) => {
      const isFreed = sequenceId !== null && beatsAfter.get(id)?.sequenceId === null;
      return isFreed ? [{ id, sequenceId, orderIndex }] : [];
    }),
    scenes: before.scenes.flatMap(({ id, actNumber, sequenceId }) => {
      const left = scenesAfter.get(id);
      if (!left) return [];
      const [actId, movedToActId] = [actIdBefore(actNumber), actIdAfter(left.actNumber)];
      const isSame = actId === movedToActId && sequenceId === left.sequenceId;
      return isSame ? [] : [{ id, actId, sequenceId, movedToActId }];
    }),
    numbers: before.acts.toSorted(compareOrder).map(({ id, number }) => ({ id, number })),
  };
}

/**
 * Restore a removed part. Returns null if the act that it belongs to is no longer in the plan.
 * Beats and scenes that were moved since then stay where they are. `movedOn` returns the act that a
 * later
 * deletion moved a scene to, if it deleted the act that the scene was in.
 */
export function restorePart(
  plan: Plan,
  part: RemovedPart,
  movedOn: (sceneId: number, actId: number | null) => number | null = (_sceneId, actId) => actId,
): Plan | null {
  const withActs = restoreActs(plan, part);
  const withSequences = restoreSequences(withActs, part);
  const withBeats = withSequences && restoreBeats(withSequences, part);
  return withBeats && restoreScenes(plan, withBeats, part, movedOn);
}

function restoreActs(plan: Plan, part: RemovedPart): Plan {
  if (part.acts.length === 0) return plan;
  const acts = part.acts
    .toSorted(compareOrder)
    .reduce(
      (known, act) => insertAmongSiblings(known, act, placeOf(act, known, part)),
      plan.acts.toSorted(compareOrder),
    );
  const numberBefore = new Map(part.numbers.map(({ id, number }) => [id, number]));
  const isSameSet = acts.length === numberBefore.size && acts.every(({ id }) => numberBefore.has(id));
  const numbered = acts.map((act, index) => ({
    ...act,
    number: (isSameSet ? numberBefore.get(act.id) : undefined) ?? index + 1,
  }));
  const numberNow = new Map(numbered.map(({ id, number }) => [id, number]));
  const actIdOf = actIdsOf(plan);
  const renumber = <Row extends { actNumber: number }>(row: Row): Row => {
    const actId = actIdOf(row.actNumber);
    return { ...row, actNumber: (actId === null ? undefined : numberNow.get(actId)) ?? row.actNumber };
  };
  return {
    acts: numbered,
    sequences: plan.sequences.map(renumber),
    beats: plan.beats.map(renumber),
    scenes: plan.scenes.map(renumber),
  };
}

/** Return the place of an act between those that it stood between. */
function placeOf(act: PlannedAct, acts: readonly PlannedAct[], { numbers }: RemovedPart): number {
  const order = numbers.map(({ id }) => id);
  const at = order.indexOf(act.id);
  const followers = new Set(order.slice(at + 1));
  const next = acts.findIndex(({ id }) => followers.has(id));
  if (next >= 0) return next;
  const predecessors = new Set(order.slice(0, at));
  return acts.findLastIndex(({ id }) => predecessors.has(id)) + 1;
}

function restoreSequences(plan: Plan, { sequences, freedBeats }: RemovedPart): Plan | null {
  const numberOf = new Map(plan.acts.map(({ id, number }) => [id, number]));
  if (sequences.some(({ actId }) => !numberOf.has(actId))) return null;
  const back = sequences.map(({ actId, ...sequence }) => {
    return { ...sequence, actNumber: numberOf.get(actId) ?? sequence.actNumber };
  });
  const freedFrom = new Map(freedBeats.map((freed) => [freed.id, freed]));
  const actIdsBack = new Map(sequences.map(({ id, actId }) => [id, actId]));
  const isReturning = (beat: PlannedBeat) => {
    const freed = freedFrom.get(beat.id);
    return freed !== undefined && beat.sequenceId === null && actIdsBack.get(freed.sequenceId) === beat.actId;
  };
  const returning = plan.beats.filter(isReturning).map((beat) => ({ ...beat, ...freedFrom.get(beat.id) }));
  const others = plan.beats.filter((beat) => !isReturning(beat));
  return {
    ...plan,
    sequences: inserted(plan.sequences, back, ({ actNumber }) => `${actNumber}`),
    beats: inserted(closedUpBy(others, beatHomeOf), returning, beatHomeOf),
  };
}

function restoreBeats(plan: Plan, { beats }: RemovedPart): Plan | null {
  const acts = byId(plan.acts);
  const sequences = byId(plan.sequences);
  const back: PlannedBeat[] = [];
  for (const beat of beats) {
    const sequence = beat.sequenceId === null ? undefined : sequences.get(beat.sequenceId);
    const act = sequence ? actNumbered(plan, sequence.actNumber) : acts.get(beat.actId);
    if (!act) return null;
    back.push({ ...beat, actId: act.id, actNumber: act.number, sequenceId: sequence?.id ?? null });
  }
  return { ...plan, beats: inserted(plan.beats, back, beatHomeOf) };
}

/** Give scenes their act and sequence again, unless they have been moved since. */
function restoreScenes(
  before: Plan,
  plan: Plan,
  part: RemovedPart,
  movedOn: (sceneId: number, actId: number | null) => number | null,
): Plan {
  const links = byId(part.scenes);
  const numberOf = new Map(plan.acts.map(({ id, number }) => [id, number]));
  const actIdBefore = actIdsOf(before);
  const actIdNow = actIdsOf(plan);
  const sequences = byId(plan.sequences);
  const scenesBefore = byId(before.scenes);
  const restored = (scene: PlannedScene): PlannedScene => {
    const link = links.get(scene.id);
    const was = scenesBefore.get(scene.id);
    if (!link || !was || was.sequenceId !== null) return scene;
    if (actIdBefore(was.actNumber) !== movedOn(scene.id, link.movedToActId)) return scene;
    const actNumber = link.actId === null ? undefined : numberOf.get(link.actId);
    if (link.actId !== null && actNumber === undefined) return scene;
    const home = { ...scene, actNumber: actNumber ?? scene.actNumber };
    const sequence = link.sequenceId === null ? undefined : sequences.get(link.sequenceId);
    const isInAct = sequence && actIdNow(sequence.actNumber) === actIdNow(home.actNumber);
    return isInAct ? { ...home, sequenceId: sequence.id } : home;
  };
  return { ...plan, scenes: plan.scenes.map(restored) };
}

/** Insert rows at their places among their siblings; those from there on make room. */
function inserted<Row extends { id: number; orderIndex: number }>(
  rows: readonly Row[],
  added: readonly Row[],
  homeOf: (row: Row) => string,
): Row[] {
  const addedTo = Map.groupBy(added, homeOf);
  const kept = rows.filter((row) => !addedTo.has(homeOf(row)));
  const knownIn = Map.groupBy(
    rows.filter((row) => addedTo.has(homeOf(row))),
    homeOf,
  );
  const joined = [...addedTo].flatMap(([home, newcomers]) => {
    const siblings = closeGaps(knownIn.get(home) ?? []);
    const all: Row[] = [];
    for (const row of newcomers.toSorted(compareOrder)) {
      while (all.length < row.orderIndex && siblings.length > 0) all.push(...siblings.splice(0, 1));
      all.push(row);
    }
    return renumberDensely([...all, ...siblings]);
  });
  return [...kept, ...joined];
}

function closedUpBy<Row extends { id: number; orderIndex: number }>(
  rows: readonly Row[],
  homeOf: (row: Row) => string,
): Row[] {
  return [...Map.groupBy(rows, homeOf).values()].flatMap((siblings) => closeGaps(siblings));
}

function beatHomeOf({ actNumber, sequenceId }: PlannedBeat): string {
  return sequenceId === null ? `act ${actNumber}` : `sequence ${sequenceId}`;
}

/** Return the id of the act with a number; null: there is none. */
function actIdsOf({ acts }: Plan): (actNumber: number) => number | null {
  const ids = new Map(acts.map(({ id, number }) => [number, id]));
  return (actNumber) => ids.get(actNumber) ?? null;
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function missing<Row extends { id: number }>(rows: readonly Row[], left: readonly Row[]): Row[] {
  const ids = new Set(left.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
}
