import { describe, expect, test } from 'vitest';
import { doctorElements, nightFerryInput } from '#engines/doctor/testset/nightFerry.ts';
import { lockedScript } from '#test/lockedFiles.ts';
import { factsOfProject } from './project.ts';

describe('factsOfProject for Night Ferry', () => {
  const facts = factsOfProject(nightFerryInput());
  const person = (name: string) => facts.people.get(name);
  const headings = (scenes: readonly number[]) => scenes.map((index) => facts.scenes[index]?.number);

  test('counts speeches and words of each speaker', () => {
    expect(
      [...facts.people.values()].map(({ name, speeches, words }) => [name, speeches.length, words]),
    ).toEqual([
      ['MARA', 4, 14],
      ['TOBIAS', 4, 17],
      ['CAPTAIN', 1, 8],
      ['STOKER', 1, 3],
      ['INGRID', 0, 0],
    ]);
    expect(headings(person('TOBIAS')?.scenes ?? [])).toEqual(['1', '2', '3']);
  });

  test('finds characters that action names but who do not speak there', () => {
    expect(facts.scenes.map(({ seen, speakers }) => [...seen].filter((key) => !speakers.has(key)))).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
    expect([...(facts.scenes[2]?.speakers ?? [])]).toEqual([
      ['CAPTAIN', 1],
      ['MARA', 1],
      ['TOBIAS', 1],
    ]);
  });

  test('assigns character cards to the characters of the script', () => {
    expect(person('MARA')?.listed?.role).toBe('Loadmaster');
    expect(person('INGRID')).toMatchObject({ speeches: [], mentions: [], scenes: [] });
  });

  test('returns the acts to which the scenes are assigned', () => {
    expect(facts.acts.map(({ number, title, scenes }) => [number, title, scenes])).toEqual([
      [1, 'Boarding', [0, 1]],
      [2, 'The Crossing', [2, 3]],
      [3, 'Land', [4]],
    ]);
    expect(facts.acts.reduce((sum, { eighths }) => sum + eighths, 0)).toBe(
      facts.scenes.reduce((sum, { eighths }) => sum + eighths, 0),
    );
  });

  test('assigns every element to a scene and a page', () => {
    expect(facts.sceneAt).toHaveLength(facts.elements.length);
    expect(facts.pageAt(0)).toBe('1');
    expect(facts.pageAt(facts.elements.length - 1)).toBe(`${facts.report.pages}`);
  });
});

describe('factsOfProject', () => {
  test('uses the numbers of the script, or else the position', () => {
    const numbers = (fountain: string) =>
      factsOfProject({ elements: doctorElements(fountain) }).scenes.map(({ number }) => number);
    expect(numbers('Rain.\n\nINT. HOLD - DAY\n\nRain.')).toEqual([null, '1']);
    expect(numbers('INT. HOLD - DAY #7#\n\nRain.\n\nINT. BRIDGE - DAY\n\nRain.')).toEqual(['7', null]);
  });

  test('finds pages by their label while they are locked', () => {
    const { elements, format } = lockedScript(doctorElements(`INT. HOLD - DAY\n\n${'Rain.\n\n'.repeat(60)}`));
    const added = doctorElements('Wind.\n\n'.repeat(30));
    const all = [...elements.slice(0, 5), ...added, ...elements.slice(5)].map((each, id) => ({
      ...each,
      id,
    }));
    const facts = factsOfProject({ elements: all as typeof added, format });
    expect([facts.pageAt(0), facts.pageAt(40)]).toEqual(['1', '1A']);
    expect([facts.pageOfLabel('1a'), facts.pageOfLabel('2'), facts.pageOfLabel('9')]).toEqual([1, 3, -1]);
  });

  test('continues the previous time after LATER', () => {
    const elements = doctorElements('EXT. QUAY - NIGHT\n\nRain.\n\nINT. HOLD - LATER\n\nRain.');
    expect(factsOfProject({ elements }).scenes.map(({ strip }) => strip.time)).toEqual(['night', 'night']);
  });

  test('recognises voices from elsewhere', () => {
    const elements = doctorElements(
      'INT. HOLD - DAY\n\nRain.\n\nMARA (V.O.)\nSix.\n\nTOBIAS (O.S.)\nSeven.\n\nTOBIAS\nEight.',
    );
    const { people } = factsOfProject({ elements });
    expect([people.get('MARA')?.isVoice, people.get('TOBIAS')?.isVoice]).toEqual([true, false]);
  });
});
