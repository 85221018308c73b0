import type { Scene } from '#shared/contract/scenes.ts';
import { movesAmong, type PossibleMoves } from '#web/ui/reorder/MoveItems.tsx';
import type { ReorderContainer } from '#web/ui/reorder/positions.ts';
import type { ActStretch } from './grouping.ts';
import { isOpening } from './sceneName.ts';

/** A group of the list for the reorder engine. */
interface SceneContainer extends ReorderContainer {
  stretch: ActStretch;
}

/**
 * A drop position in the list: before the scene with that index in a group, not counting the scene
 * itself.
 */
export interface ScenePlace {
  stretch: ActStretch;
  index: number;
}

/** Body of a scene move (decision OQ-88). */
export interface SceneDrop {
  sceneNumber: number;
  actNumber?: number;
  sequenceId?: number | null;
}

/** Return the groups with their scenes. Text before the first heading stays first. */
export function sceneContainersOf(stretches: readonly ActStretch[]): SceneContainer[] {
  return stretches.map((stretch) => ({
    stretch,
    key: stretch.key,
    ids: stretch.scenes.map(({ id }) => id),
    pinnedCount: stretch.scenes[0] && isOpening(stretch.scenes[0]) ? 1 : 0,
  }));
}

/** Return the possible moves of a scene in the list: all except beyond the ends. */
export function movesInList(stretches: readonly ActStretch[], scene: Scene): PossibleMoves {
  if (isOpening(scene)) return 'none';
  const first = stretches[0]?.scenes ?? [];
  const top = first[0] && isOpening(first[0]) ? first[1] : first[0];
  return movesAmong(top?.id === scene.id, stretches.at(-1)?.scenes.at(-1)?.id === scene.id);
}

/**
 * Return the change that moves a scene to a position in the list, or null. The script order stays
 * the same where possible.
 */
export function withSceneMoved(
  scenes: readonly Scene[],
  stretches: readonly ActStretch[],
  scene: Scene,
  { stretch, index }: ScenePlace,
): SceneDrop | null {
  const others = scenes.filter(({ id }) => id !== scene.id);
  const at = scenes.findIndex(({ id }) => id === scene.id);
  const { before, after, isOwn } = neighbours(stretches, scene, { stretch, index });
  const low = others.findIndex(({ id }) => id === before?.id);
  const high = after ? others.findIndex(({ id }) => id === after.id) : others.length;
  const isBetween = low < at && at <= high;
  const target = isBetween ? at : isOwn === 'after' || !before ? high : low + 1;
  const landsAt = afterOpening(others, target);
  const isElsewhere = stretch.actNumber !== scene.actNumber || stretch.sequenceId !== scene.sequenceId;
  if (landsAt === at && !isElsewhere) return null;
  return {
    sceneNumber: numberAt(scenes, landsAt),
    ...(isElsewhere && { actNumber: stretch.actNumber, sequenceId: stretch.sequenceId }),
  };
}

/** Return the scenes shown above and below a position, and which of them are in its group. */
function neighbours(stretches: readonly ActStretch[], scene: Scene, { stretch, index }: ScenePlace) {
  const othersIn = (each: ActStretch) => each.scenes.filter(({ id }) => id !== scene.id);
  const own = othersIn(stretch);
  const at = stretches.findIndex(({ key }) => key === stretch.key);
  const isOwn = own[index - 1] ? 'before' : own[index] ? 'after' : 'none';
  return {
    before: own[index - 1] ?? stretches.slice(0, at).flatMap(othersIn).at(-1),
    after: own[index] ?? stretches.slice(at + 1).flatMap(othersIn)[0],
    isOwn,
  };
}

/**
 * Return the change that moves a scene on the board, which has only the script order; `index` does
 * not count the scene itself. Between scenes of one act it joins that act, and their sequence if
 * they share one.
 */
export function moveOnBoard(scenes: readonly Scene[], scene: Scene, index: number): SceneDrop | null {
  const others = scenes.filter(({ id }) => id !== scene.id);
  const at = scenes.findIndex(({ id }) => id === scene.id);
  const landsAt = afterOpening(others, Math.min(index, others.length));
  if (landsAt === at) return null;
  const beside = [others[landsAt - 1], others[landsAt]].filter((each) => each !== undefined);
  const acts = new Set(beside.map(({ actNumber }) => actNumber));
  const [actNumber] = acts;
  const sceneNumber = numberAt(scenes, landsAt);
  if (acts.size !== 1 || actNumber === undefined || actNumber === scene.actNumber) return { sceneNumber };
  const sequences = new Set(beside.map(({ sequenceId }) => sequenceId));
  const [sequenceId = null] = sequences.size === 1 ? sequences : [];
  return { sceneNumber, actNumber, sequenceId };
}

/** Return the optimistic result of a move. */
export function withMove(scenes: readonly Scene[], sceneId: number, move: SceneDrop): Scene[] {
  const scene = scenes.find(({ id }) => id === sceneId);
  if (!scene) return [...scenes];
  const others = scenes.filter(({ id }) => id !== sceneId);
  const found = scenes.findIndex(({ sceneNumber }) => sceneNumber >= move.sceneNumber);
  const landsAt = afterOpening(others, found === -1 ? others.length : found);
  return others
    .toSpliced(landsAt, 0, { ...scene, ...move })
    .map((each, index) => ({ ...each, sceneNumber: numberAt(scenes, index) }));
}

function afterOpening(others: readonly Scene[], index: number): number {
  return others[0] && isOpening(others[0]) ? Math.max(1, index) : index;
}

/** Return the number at an index. Numbers belong to positions, not to scenes, when scenes move. */
function numberAt(scenes: readonly Scene[], index: number): number {
  return scenes[index]?.sceneNumber ?? index + 1;
}
