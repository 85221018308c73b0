import { closeGaps, insertAmongSiblings } from './denseOrder.ts';
import { compareOrder, type Placed } from './order.ts';

/*
 * The plan of a story: acts, in them sequences and loose beats, in sequences beats. Every step gives a new plan in which
 * acts are numbered 1 to n, places have no gaps in any container, and each beat and sequence is in an act that is there
 * (decisions OQ-81 to OQ-85).
 */

export interface PlannedAct extends Placed {
  /** 1 to n; what its sequences, beats and scenes name it by. */
  number: number;
}

/** Its place is among the sequences of its act. */
export interface PlannedSequence extends Placed {
  actNumber: number;
}

/** Its place is among the beats of its sequence, or among the loose beats of its act. */
export interface PlannedBeat extends Placed {
  actId: number;
  actNumber: number;
  sequenceId: number | null;
}

/** A scene may name an act that is not there (decision OQ-91). */
export interface PlannedScene {
  id: number;
  actNumber: number;
  sequenceId: number | null;
}

export interface Plan {
  acts: PlannedAct[];
  sequences: PlannedSequence[];
  beats: PlannedBeat[];
  scenes: PlannedScene[];
}

/** Where a beat is, or is to go. */
export interface BeatContainer {
  actNumber: number;
  sequenceId: number | null;
}

/** What is wrong with a home for a beat; null: nothing. */
export function beatContainerProblem(
  plan: Plan,
  { actNumber, sequenceId }: BeatContainer,
): 'no act' | 'no sequence' | 'sequence of another act' | null {
  if (!actNumbered(plan, actNumber)) return 'no act';
  if (sequenceId === null) return null;
  const sequence = plan.sequences.find(({ id }) => id === sequenceId);
  if (!sequence) return 'no sequence';
  return sequence.actNumber === actNumber ? null : 'sequence of another act';
}

export function actNumbered(plan: Plan, actNumber: number): PlannedAct | undefined {
  return plan.acts.find(({ number }) => number === actNumber);
}

/** A new act has the next number; its place is the last unless told. */
export function addAct(plan: Plan, id: number, at?: number): Plan {
  const act = { id, number: plan.acts.length + 1, orderIndex: 0 };
  return { ...plan, acts: insertAmongSiblings(plan.acts, act, at) };
}

/**
 * Its sequences and beats go with it. The acts that are left are numbered in their order, and what is in them follows.
 * Its scenes stay: they go to the act before it, or to the first (decision OQ-81).
 */
export function removeAct(plan: Plan, actId: number): Plan {
  const acts = plan.acts.toSorted(compareOrder);
  const gone = acts.find(({ id }) => id === actId);
  if (!gone) return plan;
  const left = closeGaps(acts.filter((act) => act !== gone)).map((act, i) => ({ ...act, number: i + 1 }));
  const idsLeft = new Map(left.map((act) => [act.id, act.number]));
  const numbers = new Map(acts.map((act) => [act.number, idsLeft.get(act.id)]));
  numbers.set(gone.number, undefined);
  const sequences = plan.sequences.flatMap((sequence) => renumbered(sequence, numbers) ?? []);
  const sequenceIds = new Set(sequences.map(({ id }) => id));
  const before = Math.max(1, acts.indexOf(gone));
  return {
    acts: left,
    sequences,
    beats: plan.beats.flatMap((beat) => renumbered(beat, numbers) ?? []),
    scenes: plan.scenes.map((scene) => {
      const inSequence = scene.sequenceId !== null && sequenceIds.has(scene.sequenceId);
      const actNumber = scene.actNumber === gone.number ? before : numbers.get(scene.actNumber);
      return {
        ...scene,
        actNumber: actNumber ?? scene.actNumber,
        sequenceId: inSequence ? scene.sequenceId : null,
      };
    }),
  };
}

function renumbered<Row extends { actNumber: number }>(
  row: Row,
  numbers: Map<number, number | undefined>,
): Row | null {
  const actNumber = numbers.get(row.actNumber);
  return actNumber === undefined ? null : { ...row, actNumber };
}

/** `at`: its place in the act, the last unless told. */
export function addSequence(plan: Plan, id: number, actNumber: number, at?: number): Plan {
  return putSequence(plan, { id, actNumber, orderIndex: 0 }, at);
}

/**
 * Into that act, with its beats and scenes. Without a place it goes to the end of another act, and stays where it is in
 * its own.
 */
export function moveSequence(plan: Plan, sequenceId: number, actNumber: number, at?: number): Plan {
  const sequence = plan.sequences.find(({ id }) => id === sequenceId);
  const act = actNumbered(plan, actNumber);
  if (!sequence || !act) return plan;
  const stays = sequence.actNumber === actNumber;
  const beats = stays
    ? plan.beats
    : plan.beats.map((beat) =>
        beat.sequenceId === sequenceId ? { ...beat, actId: act.id, actNumber } : beat,
      );
  const scenes = plan.scenes.map((scene) =>
    scene.sequenceId === sequenceId ? { ...scene, actNumber } : scene,
  );
  return putSequence(
    { ...plan, beats, scenes },
    { ...sequence, actNumber },
    at ?? (stays ? sequence.orderIndex : undefined),
  );
}

function putSequence(plan: Plan, sequence: PlannedSequence, at: number | undefined): Plan {
  const others = plan.sequences.filter(({ id }) => id !== sequence.id);
  const [siblings, rest] = parted(others, ({ actNumber }) => actNumber === sequence.actNumber);
  return {
    ...plan,
    sequences: [...inContainers(rest, actOf), ...insertAmongSiblings(siblings, sequence, at)],
  };
}

/** Its beats become loose beats at the end of its act, in their order; its scenes have none (decision OQ-82). */
export function removeSequence(plan: Plan, sequenceId: number): Plan {
  const sequence = plan.sequences.find(({ id }) => id === sequenceId);
  if (!sequence) return plan;
  const [freed, others] = parted(plan.beats, (beat) => beat.sequenceId === sequenceId);
  const isLoose = (beat: PlannedBeat) => beat.sequenceId === null && beat.actNumber === sequence.actNumber;
  const end = others.filter(isLoose).length;
  const loose = closeGaps(freed).map((beat) => ({
    ...beat,
    sequenceId: null,
    orderIndex: end + beat.orderIndex,
  }));
  return {
    ...plan,
    sequences: inContainers(
      plan.sequences.filter((other) => other !== sequence),
      actOf,
    ),
    beats: [...others, ...loose],
    scenes: plan.scenes.map((scene) =>
      scene.sequenceId === sequenceId ? { ...scene, sequenceId: null } : scene,
    ),
  };
}

/** `home` without a problem (homeProblem); `at`: its place there, the last unless told. */
export function addBeat(plan: Plan, id: number, home: BeatContainer, at?: number): Plan {
  return putBeat(plan, { id, actId: 0, ...home, orderIndex: 0 }, at);
}

/** `home` as for addBeat. Without a place it goes to the end of another home, and stays where it is in its own. */
export function moveBeat(plan: Plan, beatId: number, home: BeatContainer, at?: number): Plan {
  const beat = plan.beats.find(({ id }) => id === beatId);
  if (!beat) return plan;
  const stays = containerOf(beat) === containerOf(home);
  return putBeat(plan, { ...beat, ...home }, at ?? (stays ? beat.orderIndex : undefined));
}

function putBeat(plan: Plan, beat: PlannedBeat, at: number | undefined): Plan {
  const actId = actNumbered(plan, beat.actNumber)?.id ?? beat.actId;
  const others = plan.beats.filter(({ id }) => id !== beat.id);
  const [siblings, rest] = parted(others, (other) => containerOf(other) === containerOf(beat));
  return {
    ...plan,
    beats: [...inContainers(rest, containerOf), ...insertAmongSiblings(siblings, { ...beat, actId }, at)],
  };
}

export function removeBeat(plan: Plan, beatId: number): Plan {
  return removeBeats(plan, new Set([beatId]));
}

export function removeBeats(plan: Plan, beatIds: ReadonlySet<number>): Plan {
  const beats = plan.beats.filter(({ id }) => !beatIds.has(id));
  return { ...plan, beats: inContainers(beats, containerOf) };
}

function containerOf({ actNumber, sequenceId }: BeatContainer): string {
  return sequenceId === null ? `act ${actNumber}` : `sequence ${sequenceId}`;
}

function actOf({ actNumber }: PlannedSequence): string {
  return `act ${actNumber}`;
}

function parted<Row>(rows: readonly Row[], isFirst: (row: Row) => boolean): [Row[], Row[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

/** The rows of each container, closed up. */
function inContainers<Row extends Placed>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...Map.groupBy(rows, keyOf).values()].flatMap((siblings) => closeGaps(siblings));
}
