import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import { reconcileScenes } from './reconcileScenes.ts';
import type { StretchElement, StretchScene } from './scenes.ts';

/*
 * Checks that reconciling a slice of a script has the same result as reconciling the whole script.
 * The rules themselves are tested in scenes.test.ts.
 */

interface Script {
  elements: StretchElement[];
  scenes: StretchScene[];
}

/** Create scenes of a few elements each, sometimes with an opening. */
function someScript(random: Random, count: number): Script {
  const elements: StretchElement[] = [];
  for (let id = 1; id <= count; id++) {
    const isHeading = (id === 1 && random.chance(0.6)) || random.chance(0.15);
    elements.push({ id, ...(isHeading ? aHeading(`INT. ${id}`) : anAction), sceneId: null });
  }
  return reconciled({ elements, scenes: [] });
}

const aHeading = (content: string) => ({ elementType: 'scene_heading' as const, content });
const anAction = { elementType: 'action' as const, content: '' };

/** Apply reconcileScenes to the whole script. */
function reconciled({ elements, scenes }: Script): Script {
  const { create, update, remove, assign } = reconcileScenes(elements, scenes);
  const sceneOf = new Map(assign.flatMap((to) => to.elementIds.map((id) => [id, to.sceneId] as const)));
  const created = create.map((scene) => {
    for (const id of scene.elementIds) sceneOf.set(id, newId(scene.firstElementId));
    return { id: newId(scene.firstElementId), sceneNumber: scene.sceneNumber, heading: scene.heading };
  });
  return {
    elements: elements.map((each) => ({ ...each, sceneId: sceneOf.get(each.id) ?? each.sceneId })),
    scenes: [...scenes, ...created]
      .filter(({ id }) => !remove.includes(id))
      .map((scene) => ({ ...scene, ...update.find(({ id }) => id === scene.id) }))
      .sort((a, b) => a.sceneNumber - b.sceneNumber),
  };
}

const newId = (elementId: number) => 10_000 + elementId;

/** Insert, delete, move and change a few elements. `touched` are these and their predecessors. */
function edited(random: Random, { elements }: Script) {
  let after = elements.map((each) => ({ ...each }));
  const touched = new Set<number | null>();
  let newest = 1000;
  for (let edits = 1 + random.below(3); edits > 0; edits--) {
    const at = random.below(after.length);
    const element = after[at];
    if (!element) continue;
    const kind = random.pick(['insert', 'delete', 'move', 'type', 'type'] as const);
    if (kind === 'insert') {
      const isHeading = random.chance(0.5);
      const id = ++newest;
      const before = after[at - 1] ?? null;
      touched.add(before?.id ?? null);
      const sceneId = isHeading ? null : (before?.sceneId ?? null);
      after.splice(at, 0, { id, ...(isHeading ? aHeading(`EXT. ${id}`) : anAction), sceneId });
    } else {
      touched.add(element.id);
      if (kind === 'type')
        after[at] = {
          ...element,
          ...(element.elementType === 'action' ? aHeading(`EXT. ${element.id}`) : anAction),
        };
      else after = after.toSpliced(at, 1);
      if (kind === 'move') {
        const to = random.below(after.length + 1);
        touched.add(after[to - 1]?.id ?? null);
        after.splice(to, 0, element);
      }
    }
  }
  return { after, touched };
}

/** Return the slice around the touched elements, with their scenes. */
function sliceOf({ elements, scenes }: Script, after: StretchElement[], touched: Set<number | null>) {
  const known = new Set<number>();
  for (const id of touched) {
    const at = id === null ? 0 : elements.findIndex((each) => each.id === id);
    if (id === null || at >= 0)
      for (const each of elements.slice(Math.max(0, at - 1), at + 3)) known.add(each.id);
  }
  const openEnds = new Set<number | null>();
  for (const [i, { id }] of elements.entries()) {
    const next = elements[i + 1];
    if (i === 0 && !known.has(id)) openEnds.add(null);
    if (known.has(id) && next && !known.has(next.id)) openEnds.add(id);
  }
  const stored = new Set(elements.map(({ id }) => id));
  const loaded = after.filter(({ id }) => known.has(id) || !stored.has(id));
  const sceneIds = new Set(elements.flatMap(({ id, sceneId }) => (known.has(id) ? sceneId : [])));
  const opening = elements[0]?.elementType === 'action' ? elements[0].sceneId : null;
  const loadedHeadingScenes = new Set(
    elements.flatMap(({ id, elementType, sceneId }) =>
      known.has(id) && elementType === 'scene_heading' ? sceneId : [],
    ),
  );
  return {
    loaded,
    openEnds,
    scenes: scenes
      .filter(({ id }) => sceneIds.has(id))
      .map((scene) => ({
        ...scene,
        isOpenedElsewhere: scene.id === opening ? openEnds.has(null) : !loadedHeadingScenes.has(scene.id),
      })),
  };
}

/** Return the whole script after applying the changes of a slice. */
function reconciledBySlice(before: Script, after: StretchElement[], touched: Set<number | null>): Script {
  const { loaded, openEnds, scenes } = sliceOf(before, after, touched);
  const { create, update, remove, assign, shift } = reconcileScenes(loaded, scenes, openEnds);
  const places = new Map(before.elements.map(({ id }, i) => [id, i]));
  const sceneOf = new Map<number, number>();
  const targets = [...create.map((each) => ({ ...each, sceneId: newId(each.firstElementId) })), ...assign];
  for (const { sceneId, elementIds, unloaded } of targets) {
    for (const id of elementIds) sceneOf.set(id, sceneId);
    for (const { sceneId: from, afterId, beforeId } of unloaded) {
      const end = beforeId === null ? before.elements.length : (places.get(beforeId) ?? 0);
      for (const each of before.elements.slice((places.get(afterId) ?? 0) + 1, end))
        if (each.sceneId === from) sceneOf.set(each.id, sceneId);
    }
  }
  const created = create.map(({ firstElementId, sceneNumber, heading }) => {
    return { id: newId(firstElementId), sceneNumber, heading };
  });
  const shifted = before.scenes.map((scene) => {
    const by = shift
      .filter(({ above, upTo }) => scene.sceneNumber > above && scene.sceneNumber <= (upTo ?? Infinity))
      .reduce((sum, each) => sum + each.by, 0);
    return { ...scene, sceneNumber: scene.sceneNumber + by };
  });
  return {
    elements: after.map((each) => ({ ...each, sceneId: sceneOf.get(each.id) ?? each.sceneId })),
    scenes: [...shifted, ...created]
      .filter(({ id }) => !remove.includes(id))
      .map((scene) => ({ ...scene, ...update.find(({ id }) => id === scene.id) }))
      .sort((a, b) => a.sceneNumber - b.sceneNumber),
  };
}

describe('reconcileScenes', () => {
  test.each([1, 2, 3, 4])('has the same result for a slice as for the whole script (seed %i)', (seed) => {
    const random = seeded(seed);
    for (let round = 0; round < 500; round++) {
      const script = someScript(random, 5 + random.below(40));
      const { after, touched } = edited(random, script);
      const whole = reconciled({ elements: after, scenes: script.scenes });
      const part = reconciledBySlice(script, after, touched);
      expect(part.scenes).toEqual(whole.scenes);
      expect(part.elements).toEqual(whole.elements);
    }
  });
});
