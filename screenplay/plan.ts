import { closeGaps, insertAmongSiblings } from './denseOrder.ts';
import { compareOrder, type Placed } from './order.ts';

/*
 * Story plan: acts contain sequences and loose beats, sequences contain beats. All functions return
 * a new plan in which acts are numbered 1 to n, siblings have no gaps in their order, and every
 * beat and sequence is in an existing act (decisions OQ-81 to OQ-85).
 */

export interface PlannedAct extends Placed {
  /** 1 to n. Sequences, beats and scenes refer to an act by this number. */
  number: number;
}

/** Sequence, ordered among the sequences of its act. */
export interface PlannedSequence extends Placed {
  actNumber: number;
}

/** Beat, ordered among the beats of its sequence or among the loose beats of its act. */
export interface PlannedBeat extends Placed {
  actId: number;
  actNumber: number;
  sequenceId: number | null;
}

/** Scene. `actNumber` may refer to an act that does not exist (decision OQ-91). */
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

/** Act and sequence that contain a beat. */
export interface BeatContainer {
  actNumber: number;
  sequenceId: number | null;
}

/** Return why a beat cannot be in this container; null when it can. */
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

/** Add an act. It gets the next number and is last unless `at` is given. */
export function addAct(plan: Plan, id: number, at?: number): Plan {
  const act = { id, number: plan.acts.length + 1, orderIndex: 0 };
  return { ...plan, acts: insertAmongSiblings(plan.acts, act, at) };
}

/**
 * Remove an act with its sequences and beats. The remaining acts are renumbered in order, and their
 * content follows. The scenes of the act go to the act before it, or to the first (decision OQ-81).
 */
export function removeAct(plan: Plan, actId: number): Plan {
  const acts = plan.acts.toSorted(compareOrder);
  const removed = acts.find(({ id }) => id === actId);
  if (!removed) return plan;
  const remaining = closeGaps(acts.filter((act) => act !== removed)).map((act, i) => ({
    ...act,
    number: i + 1,
  }));
  const newNumberById = new Map(remaining.map((act) => [act.id, act.number]));
  const numbers = new Map(acts.map((act) => [act.number, newNumberById.get(act.id)]));
  numbers.set(removed.number, undefined);
  const sequences = plan.sequences.flatMap((sequence) => renumbered(sequence, numbers) ?? []);
  const sequenceIds = new Set(sequences.map(({ id }) => id));
  const before = Math.max(1, acts.indexOf(removed));
  return {
    acts: remaining,
    sequences,
    beats: plan.beats.flatMap((beat) => renumbered(beat, numbers) ?? []),
    scenes: plan.scenes.map((scene) => {
      const inSequence = scene.sequenceId !== null && sequenceIds.has(scene.sequenceId);
      const actNumber = scene.actNumber === removed.number ? before : numbers.get(scene.actNumber);
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

/** Add a sequence. `at` is its index in the act; the default is the end. */
export function addSequence(plan: Plan, id: number, actNumber: number, at?: number): Plan {
  return insertSequence(plan, { id, actNumber, orderIndex: 0 }, at);
}

/**
 * Move a sequence with its beats and scenes to an act. Without `at` it goes to the end of another
 * act and keeps its position in its own act.
 */
export function moveSequence(plan: Plan, sequenceId: number, actNumber: number, at?: number): Plan {
  const sequence = plan.sequences.find(({ id }) => id === sequenceId);
  const act = actNumbered(plan, actNumber);
  if (!sequence || !act) return plan;
  const isInSameContainer = sequence.actNumber === actNumber;
  const beats = isInSameContainer
    ? plan.beats
    : plan.beats.map((beat) =>
        beat.sequenceId === sequenceId ? { ...beat, actId: act.id, actNumber } : beat,
      );
  const scenes = plan.scenes.map((scene) =>
    scene.sequenceId === sequenceId ? { ...scene, actNumber } : scene,
  );
  return insertSequence(
    { ...plan, beats, scenes },
    { ...sequence, actNumber },
    at ?? (isInSameContainer ? sequence.orderIndex : undefined),
  );
}

function insertSequence(plan: Plan, sequence: PlannedSequence, at: number | undefined): Plan {
  const others = plan.sequences.filter(({ id }) => id !== sequence.id);
  const [siblings, rest] = partition(others, ({ actNumber }) => actNumber === sequence.actNumber);
  return {
    ...plan,
    sequences: [...closeGapsByContainer(rest, actOf), ...insertAmongSiblings(siblings, sequence, at)],
  };
}

/**
 * Remove a sequence. Its beats become loose beats at the end of its act, in order; its scenes are
 * in no sequence (decision OQ-82).
 */
export function removeSequence(plan: Plan, sequenceId: number): Plan {
  const sequence = plan.sequences.find(({ id }) => id === sequenceId);
  if (!sequence) return plan;
  const [freedBeats, others] = partition(plan.beats, (beat) => beat.sequenceId === sequenceId);
  const isLoose = (beat: PlannedBeat) => beat.sequenceId === null && beat.actNumber === sequence.actNumber;
  const end = others.filter(isLoose).length;
  const loose = closeGaps(freedBeats).map((beat) => ({
    ...beat,
    sequenceId: null,
    orderIndex: end + beat.orderIndex,
  }));
  return {
    ...plan,
    sequences: closeGapsByContainer(
      plan.sequences.filter((other) => other !== sequence),
      actOf,
    ),
    beats: [...others, ...loose],
    scenes: plan.scenes.map((scene) =>
      scene.sequenceId === sequenceId ? { ...scene, sequenceId: null } : scene,
    ),
  };
}

/**
 * Add a beat to a valid container (see beatContainerProblem). `at` is its index there; the default
 * is the end.
 */
export function addBeat(plan: Plan, id: number, container: BeatContainer, at?: number): Plan {
  return insertBeat(plan, { id, actId: 0, ...container, orderIndex: 0 }, at);
}

/**
 * Move a beat to a valid container. Without `at` it goes to the end of another container and keeps
 * its position in its own.
 */
export function moveBeat(plan: Plan, beatId: number, container: BeatContainer, at?: number): Plan {
  const beat = plan.beats.find(({ id }) => id === beatId);
  if (!beat) return plan;
  const isInSameContainer = containerOf(beat) === containerOf(container);
  return insertBeat(plan, { ...beat, ...container }, at ?? (isInSameContainer ? beat.orderIndex : undefined));
}

function insertBeat(plan: Plan, beat: PlannedBeat, at: number | undefined): Plan {
  const actId = actNumbered(plan, beat.actNumber)?.id ?? beat.actId;
  const others = plan.beats.filter(({ id }) => id !== beat.id);
  const [siblings, rest] = partition(others, (other) => containerOf(other) === containerOf(beat));
  return {
    ...plan,
    beats: [
      ...closeGapsByContainer(rest, containerOf),
      ...insertAmongSiblings(siblings, { ...beat, actId }, at),
    ],
  };
}

export function removeBeat(plan: Plan, beatId: number): Plan {
  return removeBeats(plan, new Set([beatId]));
}

export function removeBeats(plan: Plan, beatIds: ReadonlySet<number>): Plan {
  const beats = plan.beats.filter(({ id }) => !beatIds.has(id));
  return { ...plan, beats: closeGapsByContainer(beats, containerOf) };
}

function containerOf({ actNumber, sequenceId }: BeatContainer): string {
  return sequenceId === null ? `act ${actNumber}` : `sequence ${sequenceId}`;
}

function actOf({ actNumber }: PlannedSequence): string {
  return `act ${actNumber}`;
}

function partition<Row>(rows: readonly Row[], isFirst: (row: Row) => boolean): [Row[], Row[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

/** Close the order gaps within each container. */
function closeGapsByContainer<Row extends Placed>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...Map.groupBy(rows, keyOf).values()].flatMap((siblings) => closeGaps(siblings));
}
