import { reconcileScenes } from '../reconcileScenes.ts';
import type { NewScene, NumberShift, SceneChanges } from '../scenes.ts';
import { videoStatusForCopy } from '../sceneVideoStatus.ts';
import { type EditSession, reattachScenes } from './editSession.ts';
import type { SceneWrites, UnloadedRange } from './plan.ts';
import { type HeadingFields, newSceneRow } from './rows.ts';
import type { ScriptSnapshot, StoredScene } from './snapshot.ts';

/** Data that a plan of scenes needs in addition to the snapshot. */
export interface SceneNeeds {
  /** Number of ids for new scenes. */
  ids: number;
  /** Scenes that are not loaded and change their number. */
  shift: readonly NumberShift[];
}

export interface FoundSceneNeeds {
  ids: readonly number[];
  /** The renumbered scenes in their new state. */
  shifted: readonly HeadingFields[];
}

/** Scenes of an edit session after reconciling (decision OQ-51). */
export interface ScenePlan {
  needs: SceneNeeds;
  known: KnownScenes;
  /** Complete the plan with ids and scenes. */
  complete(found: FoundSceneNeeds): PlannedScenes;
}

/** Parts of a plan of scenes that need no new ids. */
export interface KnownScenes {
  writes: Pick<SceneWrites, 'returning' | 'reheaded' | 'removed'>;
  removedSceneIds: readonly number[];
  /** Scenes before the change, which may end with their headings. */
  before: ReadonlyMap<number, HeadingFields>;
}

export interface PlannedScenes extends KnownScenes {
  writes: SceneWrites;
  /** Changed scenes, by number. */
  scenes: HeadingFields[];
  /** Loaded elements that move to another scene. */
  sceneIds: ReadonlyMap<number, number>;
}

/** Plan the scenes after all edits of a session, those of restored headings included. */
export function planScenes(session: EditSession): ScenePlan {
  const { stored, order } = session;
  const back = planReturning(stored, reattachScenes(session));
  if (!session.hasStaleScenes) {
    const unchanged = unchangedScenes(stored);
    return { needs: { ids: 0, shift: [] }, known: unchanged, complete: () => unchanged };
  }
  const scenes = new Map(stored.scenes);
  for (const scene of back.scenes) scenes.set(scene.id, scene);
  const changes = reconcileScenes([...order], [...scenes.values()], stored.openEnds);
  const known = knownScenes(stored, back, changes);
  return {
    needs: { ids: changes.create.length, shift: changes.shift },
    known,
    complete: (found) => completeScenes(session, known, back, changes, found),
  };
}

function unchangedScenes({ scenes }: ScriptSnapshot): PlannedScenes {
  const writes: SceneWrites = {
    returning: [],
    reheaded: [],
    created: [],
    changed: [],
    shift: [],
    unloaded: [],
    removed: [],
  };
  return { writes, scenes: [], removedSceneIds: [], sceneIds: new Map(), before: scenes };
}

type Returning = ReturnType<typeof planReturning>;

/**
 * Plan scenes that ended with their heading. One that stayed without it, or with another one, gets
 * the heading back. References to a deleted sequence, beat or file are dropped; a sequence that
 * moved to another act takes the scene there.
 */
function planReturning(
  { projectId, scenes, restoreTargets }: ScriptSnapshot,
  ended: readonly HeadingFields[],
) {
  const { sequenceActs, beatIds, missingUrls } = restoreTargets;
  const existing = (url: string | null) => (url !== null && missingUrls.has(url) ? null : url);
  const returning = ended
    .filter(({ id }) => !scenes.has(id))
    .map(({ sequenceId, actNumber, ...scene }): HeadingFields => {
      const act = sequenceActs.get(sequenceId ?? 0);
      return {
        ...scene,
        projectId,
        // Its number follows from the position of the heading.
        sceneNumber: 0,
        sequenceId: act === undefined ? null : sequenceId,
        actNumber: act ?? actNumber,
        imageUrl: existing(scene.imageUrl),
        videoUrl: existing(scene.videoUrl),
        // Older records lack these fields.
        beatId: beatIds.has(scene.beatId ?? 0) ? scene.beatId : null,
        colorTheme: scene.colorTheme ?? null,
        videoStatus: videoStatusForCopy(scene.videoStatus ?? null),
        videoProblem: scene.videoProblem ?? null,
      };
    });
  const remaining = ended.flatMap((scene) => {
    const now = scenes.get(scene.id);
    return now ? { now, was: scene } : [];
  });
  const reheaded = remaining
    .filter(({ now, was }) => now.heading !== was.heading)
    .map(({ was: { id, heading, location, timeOfDay } }) => ({ id, heading, location, timeOfDay }));
  const headings = new Map(reheaded.map((scene) => [scene.id, scene]));
  const present = remaining.map(({ now }) => ({ ...withoutFlags(now), ...headings.get(now.id) }));
  return { returning, reheaded, scenes: [...returning, ...present] };
}

function withoutFlags({ isOpening: _, isOpenedElsewhere: __, ...fields }: StoredScene): HeadingFields {
  return fields;
}

function knownScenes(stored: ScriptSnapshot, back: Returning, { remove }: SceneChanges): KnownScenes {
  const before = new Map<number, HeadingFields>();
  for (const scene of stored.scenes.values()) before.set(scene.id, withoutFlags(scene));
  for (const scene of back.scenes) before.set(scene.id, scene);
  const removed = remove.flatMap((id) => before.get(id) ?? []);
  const { returning, reheaded } = back;
  return { writes: { returning, reheaded, removed }, removedSceneIds: remove, before };
}

function completeScenes(
  session: EditSession,
  known: KnownScenes,
  back: Returning,
  changes: SceneChanges,
  found: FoundSceneNeeds,
): PlannedScenes {
  const { before } = known;
  const created = changes.create.map((scene, i) => createdScene(session, before, scene, found.ids[i] ?? 0));
  const targets = [
    ...changes.assign,
    ...changes.create.map(({ elementIds, unloaded }, i) => ({
      sceneId: found.ids[i] ?? 0,
      elementIds,
      unloaded,
    })),
  ];
  const updates = new Map(changes.update.map((update) => [update.id, update]));
  const changedIds = new Set([...updates.keys(), ...back.scenes.map(({ id }) => id)]);
  const after = [...changedIds].flatMap((id) => {
    const scene = before.get(id);
    return scene ? { ...scene, ...updates.get(id) } : [];
  });
  return {
    ...known,
    writes: {
      ...known.writes,
      created,
      changed: after
        .filter(({ id }) => updates.has(id))
        .map(({ id, sceneNumber, heading, location, timeOfDay }) => ({
          id,
          sceneNumber,
          heading,
          location,
          timeOfDay,
        })),
      shift: changes.shift,
      unloaded: targets.flatMap(({ sceneId, unloaded }) =>
        unloaded.map((each) => unloadedRange(session, each, sceneId)),
      ),
    },
    scenes: [...created, ...after, ...found.shifted].sort((a, b) => a.sceneNumber - b.sceneNumber),
    sceneIds: new Map(
      targets.flatMap(({ sceneId, elementIds }) => elementIds.map((id) => [id, sceneId] as const)),
    ),
  };
}

function createdScene(
  { stored, carrying, sceneNumbers }: EditSession,
  before: ReadonlyMap<number, HeadingFields>,
  made: NewScene,
  id: number,
): HeadingFields {
  const scene = newSceneRow(made, before.get(made.afterSceneId ?? 0), { id, projectId: stored.projectId });
  const copied = carrying?.copiedScenes.get(made.firstElementId) ?? {};
  const { heading, location, timeOfDay, sceneNumber, projectId, actNumber, sequenceId } = scene;
  // Other text of the heading names another place and time.
  const own = copied.heading === heading ? {} : { heading, location, timeOfDay, sceneNumber };
  const displayNumber = sceneNumbers.get(made.firstElementId) ?? null;
  return { ...scene, ...copied, ...own, id, projectId, actNumber, sequenceId, displayNumber };
}

function unloadedRange(
  { order }: EditSession,
  { sceneId, afterId, beforeId }: NewScene['unloaded'][number],
  to: number,
): UnloadedRange {
  const indexOf = (id: number | null) => (id === null ? undefined : order.get(id)?.orderIndex);
  return {
    sceneId,
    to,
    afterId,
    afterIndex: indexOf(afterId) ?? 0,
    beforeId,
    beforeIndex: indexOf(beforeId) ?? null,
  };
}
