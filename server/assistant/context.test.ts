import { describe, expect, test } from 'vitest';
import type { DoctorElement, ProjectInput } from '#screenplay/doctor/input.ts';
import { readProject } from '#screenplay/doctor/project.ts';
import { nightFerry } from '#screenplay/doctor/testset/nightFerry.ts';
import { contextLimit, contextOf } from './context.ts';

const read = (input: ProjectInput) => ({ name: 'Night Ferry', facts: readProject(input) });

/** So many scenes of so many lines, every line with its own number in it. */
function longScript(sceneCount: number, lineCount: number): DoctorElement[] {
  const plain = { dual: null, originalType: null, extras: null };
  const elements: DoctorElement[] = [];
  for (let scene = 1; scene <= sceneCount; scene++) {
    const heading = `INT. CABIN ${scene} - NIGHT`;
    elements.push({ ...plain, id: elements.length + 1, elementType: 'scene_heading', content: heading });
    for (let line = 1; line <= lineCount; line++) {
      const content = `Rain ${scene}.${line} drums on the deck above and runs down the black glass.`;
      elements.push({ ...plain, id: elements.length + 1, elementType: 'action', content });
    }
  }
  return elements;
}

describe('a short script', () => {
  const input = nightFerry();
  const { text, given } = contextOf(read(input), null);

  test('goes as a whole, every element with its id, type and speaker', () => {
    for (const { id, content } of input.elements) {
      expect(text).toContain(`[${id}] `);
      expect(text).toContain(content);
    }
    expect(text).toContain('] dialogue (MARA): Forty-one. Forty-two.');
  });

  test('is told back with its scenes, its people and its size', () => {
    expect(given).toMatchObject({ summarizedScenes: 0, omittedScenes: 0, size: text.length });
    expect(given.scenes[0]).toBe('EXT. HARBOUR - NIGHT');
    expect(given.characters).toContain('INGRID');
  });
});

test('an empty script is no more than its name', () => {
  const { text, given } = contextOf(read({ elements: [] }), null);
  expect(text).toContain('“Night Ferry”');
  expect(given).toMatchObject({
    scenes: [],
    summarizedScenes: 0,
    omittedScenes: 0,
    characters: [],
    beats: 0,
  });
});

describe('a long script', () => {
  const project = read({ elements: longScript(120, 30) });
  const idIn = (scene: number, line: number) => (scene - 1) * 31 + 1 + line;

  test('fits, with the scene of the selected line in full, a line for those near it and every heading', () => {
    const { text, given } = contextOf(project, { elementId: idIn(60, 10) });
    expect(text.length).toBeLessThanOrEqual(contextLimit);
    expect(text).toContain(`[${idIn(60, 10)}] action: Rain 60.10 `);
    expect(text).toContain('Rain 60.30 ');
    expect(given.scenes).toContain('INT. CABIN 60 - NIGHT');
    expect(given.omittedScenes).toBe(0);
    expect(given.scenes.length + given.summarizedScenes).toBe(120);
    for (let scene = 1; scene <= 120; scene++) expect(text).toContain(`INT. CABIN ${scene} - NIGHT`);
    expect(text).toContain('“Rain 61.1 drums on the deck above and runs down the black glass.”');
  });

  test('gives up scenes that are far away first, and stays in order', () => {
    const { text, given } = contextOf(project, { elementId: idIn(60, 10) }, 6000);
    expect(text.length).toBeLessThanOrEqual(6000);
    expect(given.omittedScenes).toBeGreaterThan(20);
    expect(text).toMatch(/CABIN 59 .*CABIN 60 .*CABIN 61 /s);
    expect(text).not.toContain('CABIN 1 ');
    expect(text).not.toContain('CABIN 120 ');
  });

  test('without a selection begins at the beginning', () => {
    const { given } = contextOf(project, null, 6000);
    expect(given.scenes[0]).toBe('INT. CABIN 1 - NIGHT');
  });
});

test('a scene that fits goes in full, even where it is most of the script', () => {
  const project = read({ elements: longScript(1, 200) });
  const { text, given } = contextOf(project, null);
  expect(text).toContain('Rain 1.200 ');
  expect(given).toMatchObject({ scenes: ['INT. CABIN 1 - NIGHT'], summarizedScenes: 0 });
});

describe('a scene longer than what there is room for', () => {
  const project = read({ elements: longScript(3, 900) });
  const selected = 901 + 1 + 450;

  test('goes as the part around the selected line, with both sides of it', () => {
    const { text } = contextOf(project, { elementId: selected });
    expect(text.length).toBeLessThanOrEqual(contextLimit);
    expect(text).toContain(`[${selected - 1}] `);
    expect(text).toContain(`[${selected}] `);
    expect(text).toContain(`[${selected + 1}] `);
    expect(text.match(/^…$/gm)).toHaveLength(2);
    expect(text).toContain('CABIN 1 ');
    expect(text).toContain('CABIN 3 ');
  });

  test('a monstrous line is cut', () => {
    const [heading, line] = longScript(1, 1) as [DoctorElement, DoctorElement];
    const elements = [heading, { ...line, content: 'x'.repeat(20_000) }];
    const { text } = contextOf(read({ elements }), { elementId: line.id });
    expect(text.length).toBeLessThanOrEqual(contextLimit);
    expect(text).toContain('xxx');
  });
});

test('people and beats leave room for the script, whatever there is of them', () => {
  const characters = Array.from({ length: 500 }, (_, i) => ({
    name: `SAILOR ${i}`,
    description: 'y'.repeat(5000),
  }));
  const beats = Array.from({ length: 500 }, (_, i) => ({
    title: `Beat ${i}`,
    description: 'z'.repeat(5000),
  }));
  const { text, given } = contextOf(read({ elements: longScript(2, 3), characters, beats }), null);
  expect(text.length).toBeLessThanOrEqual(contextLimit);
  expect(given.scenes).toHaveLength(2);
  expect(given.characters.length).toBeGreaterThan(5);
  expect(given.characters.length).toBeLessThan(500);
  expect(given.beats).toBeGreaterThan(5);
});
