import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import type { ElementType } from './element.ts';
import { reconcileScenes } from './reconcileScenes.ts';
import { moveScene, placeOfScene, type StretchElement, type StretchScene, touchesScenes } from './scenes.ts';

/** Script with its scenes as stored, and the next id. */
interface Story {
  elements: StretchElement[];
  scenes: (StretchScene & { location: string; timeOfDay: string })[];
  nextId: number;
}

/**
 * Create a script: "INT. DECK - DAY" is a heading, other lines are action. The scenes are
 * reconciled.
 */
function story(...lines: string[]): Story {
  const made: Story = { elements: [], scenes: [], nextId: 1 };
  for (const line of lines) insert(made, made.elements.length, line);
  step(made);
  return made;
}

function typeOf(content: string): ElementType {
  return /^(INT|EXT)\./.test(content) ? 'scene_heading' : 'action';
}

function insert(story: Story, index: number, content: string, sceneId: number | null = null): void {
  story.elements.splice(index, 0, { id: story.nextId++, elementType: typeOf(content), content, sceneId });
}

function rewrite(story: Story, index: number, content: string): void {
  const element = story.elements[index];
  if (element) story.elements[index] = { ...element, content, elementType: typeOf(content) };
}

/** Apply reconcileScenes like the server. */
function step(story: Story): void {
  const changes = reconcileScenes(story.elements, story.scenes);
  const sceneOf = new Map<number, number>();
  for (const { firstElementId: _, afterSceneId: __, unloaded: ___, elementIds, ...scene } of changes.create) {
    const id = story.nextId++;
    story.scenes.push({ id, ...scene });
    for (const elementId of elementIds) sceneOf.set(elementId, id);
  }
  for (const update of changes.update) {
    story.scenes = story.scenes.map((scene) => (scene.id === update.id ? { ...scene, ...update } : scene));
  }
  for (const { sceneId, elementIds } of changes.assign) {
    for (const elementId of elementIds) sceneOf.set(elementId, sceneId);
  }
  story.elements = story.elements.map((element) => ({
    ...element,
    sceneId: sceneOf.get(element.id) ?? element.sceneId,
  }));
  story.scenes = story.scenes
    .filter((scene) => !changes.remove.includes(scene.id))
    .sort((a, b) => a.sceneNumber - b.sceneNumber);
}

/** Format each scene as number, heading and the text of its other elements. */
function outline(story: Story): string[] {
  return story.scenes.map((scene) => {
    const inside = story.elements.filter((element) => element.sceneId === scene.id);
    const text = inside.filter((element) => element.elementType !== 'scene_heading');
    return [`${scene.sceneNumber} ${scene.heading}:`, ...text.map((element) => element.content)].join(' ');
  });
}

function ids(story: Story): number[] {
  return story.scenes.map((scene) => scene.id);
}

describe('inserted heading', () => {
  test('opens the first scene of an empty script', () => {
    const script = story();
    insert(script, 0, 'INT. FERRY - NIGHT');
    expect(reconcileScenes(script.elements, script.scenes)).toEqual({
      create: [
        {
          firstElementId: 1,
          heading: 'INT. FERRY - NIGHT',
          location: 'FERRY',
          timeOfDay: 'NIGHT',
          sceneNumber: 1,
          afterSceneId: null,
          elementIds: [1],
          unloaded: [],
        },
      ],
      update: [],
      remove: [],
      assign: [],
      shift: [],
    });
  });

  test('takes the elements up to the next heading, and the act of the previous scene', () => {
    const script = story('INT. A', 'a', 'b', 'INT. C', 'c');
    const [first, second] = ids(script);
    insert(script, 2, 'INT. B');
    const { create, update } = reconcileScenes(script.elements, script.scenes);
    expect(create).toMatchObject([{ heading: 'INT. B', sceneNumber: 2, afterSceneId: first }]);
    expect(update).toEqual([{ id: second, sceneNumber: 3 }]);
    step(script);
    expect(outline(script)).toEqual(['1 INT. A: a', '2 INT. B: b', '3 INT. C: c']);
  });

  test('leaves the scene to the earlier heading when it is made from action', () => {
    const script = story('INT. A', 'a', 'b');
    const [first] = ids(script);
    rewrite(script, 1, 'INT. B');
    step(script);
    expect(outline(script)).toEqual(['1 INT. A:', '2 INT. B: b']);
    expect(ids(script)[0]).toBe(first);
  });

  test("leaves the scene that it names to that scene's own heading", () => {
    const script = story('INT. A', 'a');
    const [first] = ids(script);
    insert(script, 0, 'INT. NEW', first);
    step(script);
    expect(outline(script)).toEqual(['1 INT. NEW:', '2 INT. A: a']);
    expect(ids(script)[1]).toBe(first);
  });

  test('takes over the scene whose heading was deleted in the same edit', () => {
    const script = story('INT. A', 'a', 'INT. B', 'b');
    const before = ids(script);
    script.elements.splice(2, 1);
    insert(script, 2, 'EXT. B2');
    step(script);
    expect(outline(script)).toEqual(['1 INT. A: a', '2 EXT. B2: b']);
    expect(ids(script)).toEqual(before);
  });
});

describe('changed heading', () => {
  test('updates the heading, location and time of day of its scene', () => {
    const script = story('INT. A - DAY', 'a');
    const [id] = ids(script);
    rewrite(script, 0, 'EXT. **CAR DECK** - DAWN');
    expect(reconcileScenes(script.elements, script.scenes).update).toEqual([
      { id, heading: 'EXT. CAR DECK - DAWN', location: 'CAR DECK', timeOfDay: 'DAWN' },
    ]);
  });

  test('does not overwrite a manually set location while its text stays the same', () => {
    const script = story('INT. A - DAY', 'a');
    script.scenes = script.scenes.map((scene) => ({ ...scene, location: 'the old wheelhouse' }));
    insert(script, 0, 'INT. B');
    step(script);
    expect(script.scenes[1]).toMatchObject({ location: 'the old wheelhouse', sceneNumber: 2 });
  });

  test('keeps its scene when it moves', () => {
    const script = story('INT. A', 'a', 'INT. B', 'b');
    const [a, b] = ids(script);
    script.elements = [...script.elements.slice(2), ...script.elements.slice(0, 2)];
    step(script);
    expect(ids(script)).toEqual([b, a]);
    expect(outline(script)).toEqual(['1 INT. B: b', '2 INT. A: a']);
  });
});

describe('removed heading', () => {
  test.each(['deleted', 'turned into action'])(
    'merges its scene into the previous one when it is %s',
    (how) => {
      const script = story('INT. A', 'a', 'INT. B', 'b', 'INT. C');
      const [a, b, c] = ids(script);
      if (how === 'deleted') script.elements.splice(2, 1);
      else rewrite(script, 2, 'no heading');
      expect(reconcileScenes(script.elements, script.scenes).remove).toEqual([b]);
      step(script);
      expect(ids(script)).toEqual([a, c]);
      expect(outline(script)[0]).toBe(how === 'deleted' ? '1 INT. A: a b' : '1 INT. A: a no heading b');
    },
  );

  test('leaves its scene as the opening if it was the first, until there is a heading again', () => {
    const script = story('INT. A - DAY', 'a', 'INT. B');
    const before = ids(script);
    script.elements.splice(0, 1);
    step(script);
    expect(outline(script)).toEqual(['0 : a', '1 INT. B:']);
    expect(script.scenes[0]).toMatchObject({ heading: '', location: '', timeOfDay: '' });
    insert(script, 0, 'EXT. A');
    step(script);
    expect(outline(script)).toEqual(['1 EXT. A: a', '2 INT. B:']);
    expect(ids(script)).toEqual(before);
  });

  test('removes the scene if it was its last element', () => {
    const script = story('INT. A', 'INT. B');
    script.elements.splice(0, 1);
    step(script);
    expect(outline(script)).toEqual(['1 INT. B:']);
  });
});

describe('opening', () => {
  test('is the text before the first heading', () => {
    expect(outline(story('FADE IN:', 'INT. A', 'a'))).toEqual(['0 : FADE IN:', '1 INT. A: a']);
  });

  test('is kept when a heading is made within it', () => {
    const script = story('one', 'two', 'three');
    const [opening] = ids(script);
    rewrite(script, 1, 'INT. TWO');
    step(script);
    expect(outline(script)).toEqual(['0 : one', '1 INT. TWO: three']);
    expect(ids(script)[0]).toBe(opening);
  });

  test('becomes an ordinary scene when its first element becomes a heading', () => {
    const script = story('one', 'two');
    const before = ids(script);
    rewrite(script, 0, 'INT. ONE');
    step(script);
    expect(outline(script)).toEqual(['1 INT. ONE: two']);
    expect(ids(script)).toEqual(before);
  });

  test('is created for text inserted before the first heading, which keeps its scene', () => {
    const script = story('INT. A', 'a');
    const [a] = ids(script);
    insert(script, 0, 'FADE IN:', a);
    step(script);
    expect(outline(script)).toEqual(['0 : FADE IN:', '1 INT. A: a']);
    expect(ids(script)[1]).toBe(a);
  });
});

describe('moveScene', () => {
  const script = story('INT. A', 'a', 'INT. B', 'b', 'INT. C', 'c');
  const [a = 0, b = 0, c = 0] = ids(script);
  const id = (content: string) => script.elements.find((element) => element.content === content)?.id;

  test('moves a scene to the requested number', () => {
    expect(moveScene(script.elements, a, 2)).toEqual({
      elementIds: [id('INT. A'), id('a')],
      afterId: id('b'),
    });
    expect(moveScene(script.elements, a, 3)).toMatchObject({ afterId: id('c') });
    expect(moveScene(script.elements, c, 1)).toEqual({ elementIds: [id('INT. C'), id('c')], afterId: null });
    expect(moveScene(script.elements, c, 2)).toMatchObject({ afterId: id('a') });
  });

  test("clamps numbers to the ends, and returns null for the scene's own number", () => {
    expect(moveScene(script.elements, a, 99)).toMatchObject({ afterId: id('c') });
    expect(moveScene(script.elements, c, -5)).toMatchObject({ afterId: null });
    expect(moveScene(script.elements, b, 2)).toBeNull();
    expect(moveScene(script.elements, c, 99)).toBeNull();
  });

  test('keeps the opening first', () => {
    const opened = story('FADE IN:', 'INT. A', 'INT. B');
    const [opening = 0, , last = 0] = ids(opened);
    expect(moveScene(opened.elements, opening, 3)).toBeNull();
    expect(moveScene(opened.elements, last, 1)).toMatchObject({ afterId: opened.elements[0]?.id });
  });

  test('uses placeOfScene to find the position of a number', () => {
    expect(placeOfScene(script.elements, 1)).toBeNull();
    expect(placeOfScene(script.elements, 2)).toBe(id('a'));
    expect(placeOfScene(script.elements, 4)).toBe(id('c'));
    expect(placeOfScene([], 1)).toBeNull();
  });
});

describe('touchesScenes', () => {
  test('is true only for edits of headings and at the edges of the opening', () => {
    const heading = { elementType: 'scene_heading', content: 'INT. A' } as const;
    const action = { elementType: 'action', content: 'a' } as const;
    expect(touchesScenes(action, { ...action, content: 'b' }, false)).toBe(false);
    expect(touchesScenes(null, action, false)).toBe(false);
    expect(touchesScenes(action, { elementType: 'dialogue', content: 'a' }, true)).toBe(false);
    expect(touchesScenes(null, action, true)).toBe(true);
    expect(touchesScenes(action, null, true)).toBe(true);
    expect(touchesScenes(heading, action, false)).toBe(true);
    expect(touchesScenes(null, heading, false)).toBe(true);
    expect(touchesScenes(heading, { ...heading, content: 'INT. B' }, false)).toBe(true);
    expect(touchesScenes(heading, heading, false)).toBe(false);
  });
});

/** Check that headings and scenes match. */
function expectAgreement(story: Story): void {
  let current: (typeof story.scenes)[number] | undefined;
  const seen: number[] = [];
  for (const [i, element] of story.elements.entries()) {
    if (i === 0 || element.elementType === 'scene_heading') {
      current = story.scenes[seen.length];
      seen.push(element.sceneId ?? -1);
      expect(current?.heading).toBe(element.elementType === 'scene_heading' ? element.content : '');
    }
    expect(element.sceneId).toBe(current?.id);
  }
  expect(story.scenes.map((scene) => scene.id)).toEqual(seen);
  expect(new Set(seen).size).toBe(seen.length);
  const openings = story.elements[0] && story.elements[0].elementType !== 'scene_heading' ? 1 : 0;
  expect(story.scenes.map((scene) => scene.sceneNumber)).toEqual(seen.map((_, i) => i + 1 - openings));
}

function editAtRandom(script: Story, random: Random): void {
  const index = random.below(script.elements.length + 1);
  const content = `${random.pick(['INT. ', 'EXT. ', '', ''])}PLACE ${random.below(50)}`;
  const kind = random.below(6);
  if (kind <= 1) {
    const neighbour = script.elements[index - 1]?.sceneId ?? null;
    insert(script, index, content, random.chance(0.5) ? neighbour : null);
  } else if (kind === 2) rewrite(script, index, content);
  else if (kind === 3) script.elements.splice(index, 1 + random.below(3));
  else if (kind === 4) {
    const moved = script.elements.splice(index, 1 + random.below(3));
    script.elements.splice(random.below(script.elements.length + 1), 0, ...moved);
  } else if (script.scenes.length > 0) {
    const sceneId = random.pick(script.scenes).id;
    const move = moveScene(script.elements, sceneId, 1 + random.below(script.scenes.length));
    if (!move) return;
    const moved = script.elements.filter((element) => move.elementIds.includes(element.id));
    const rest = script.elements.filter((element) => !move.elementIds.includes(element.id));
    const place = rest.findIndex((element) => element.id === move.afterId) + 1;
    script.elements = rest.toSpliced(place, 0, ...moved);
  }
}

describe('reconcileScenes', () => {
  test.each([1, 2, 3, 4, 5])('makes scenes match the headings after any edits (seed %i)', (seed) => {
    const random = seeded(seed);
    const script = story();
    for (let i = 0; i < 1000; i++) {
      const edits = random.chance(0.1) ? 3 : 1;
      for (let k = 0; k < edits; k++) editAtRandom(script, random);
      step(script);
      expectAgreement(script);
      expect(reconcileScenes(script.elements, script.scenes)).toEqual({
        create: [],
        update: [],
        remove: [],
        assign: [],
        shift: [],
      });
      if (script.elements.length > 60) script.elements.splice(random.below(30), 25);
    }
  });

  test.each([1, 2, 3])('keeps the scene of a heading that is moved or retyped (seed %i)', (seed) => {
    const random = seeded(seed);
    const script = story(...Array.from({ length: 40 }, (_, i) => (i % 4 ? `text ${i}` : `INT. ROOM ${i}`)));
    const sceneOf = () =>
      new Map(
        script.elements
          .filter((element) => element.elementType === 'scene_heading')
          .map((element) => [element.id, element.sceneId]),
      );
    const before = sceneOf();
    for (let i = 0; i < 200; i++) {
      const index = random.below(script.elements.length);
      if (script.elements[index]?.elementType === 'scene_heading' && random.chance(0.5)) {
        rewrite(script, index, `EXT. ROOM ${random.below(9)}`);
      } else {
        const moved = script.elements.splice(index, 1);
        script.elements.splice(random.below(script.elements.length + 1), 0, ...moved);
      }
      step(script);
      expect(sceneOf()).toEqual(before);
    }
  });
});
