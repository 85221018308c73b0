import { describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { answer } from './answers/answer.ts';
import { type ExamineOptions, examine } from './examine.ts';
import { byWeight, countedHabits } from './habits.ts';
import { improveSelection } from './improve/improve.ts';
import { doctorRules } from './rules/all.ts';
import { doctorElements } from './testset/nightFerry.ts';
import { doctorElement } from './testset/stage.ts';

const examined = (fountain: string) => examine(factsOfProject({ elements: doctorElements(fountain) }));
const found = (fountain: string) =>
  examined(fountain).map(({ ruleId, elementId, suggestedContent }) => [ruleId, elementId, suggestedContent]);

/** Return a script of speeches, after a heading and a line that shows everybody. */
function talk(...speeches: [cue: string, line: string][]): string {
  const cast = [...new Set(speeches.map(([cue]) => cue))].join(', ');
  const lines = speeches.map(([cue, line]) => `${cue}\n${line}`);
  return [`INT. SALOON - NIGHT`, `${cast}.`, ...lines].join('\n\n');
}

describe('examine: findings of the whole script', () => {
  test('reports a name called four times in a scene once, at the last call', () => {
    const script = talk(
      ['MARA', 'Hold on, Tobias.'],
      ['TOBIAS', 'I hold.'],
      ['MARA', 'Tobias, the ramp.'],
      ['TOBIAS', 'It is up.'],
      ['MARA', 'Come here, Tobias. The clock has stopped.'],
      ['TOBIAS', 'When?'],
      ['MARA', 'Tobias, it never went.'],
      ['TOBIAS', 'Mara, Tobias and the girl: three.'],
    );
    expect(found(script)).toEqual([['name-calling', 16, 'It never went.']]);
  });

  test('ignores titles', () => {
    const calls = ['Yes, Captain.', 'No, Captain.', 'Now, Captain.', 'Wait, Captain.'].flatMap(
      (line): [string, string][] => [
        ['MARA', line],
        ['CAPTAIN', 'Go.'],
      ],
    );
    expect(found(talk(...calls))).toEqual([]);
  });

  test('counts names separately in each scene', () => {
    const scene =
      'INT. SALOON - NIGHT\n\nMARA and TOBIAS.\n\nMARA\nHold on, Tobias.\n\nTOBIAS\nWait.\n\nMARA\nTobias, the ramp.';
    expect(found(`${scene}\n\n${scene}`)).toEqual([]);
  });

  test('reports a speech of 130 words as a monologue despite parentheticals, except a voice-over', () => {
    const half = Array.from({ length: 13 }, () => 'Nine cups stand here.').join(' ');
    const speech = `MARA\n${half}\n(beat)\n${half}`;
    const script = `INT. SALOON - NIGHT\n\nMARA.\n\n${speech}\n${half}`;
    expect(found(script)).toEqual([['monologue', 4, null]]);
    expect(found(`INT. SALOON - NIGHT\n\nMARA.\n\n${speech}`)).toEqual([]);
    expect(found(script.replace('\nMARA\n', '\nMARA (V.O.)\n'))).toEqual([]);
  });

  test('reports two parentheticals in a row, and the third of a speech', () => {
    const script = 'INT. SALOON - NIGHT\n\nMARA.\n\nMARA\n(quietly)\n(to the girl)\nSix.\n(beat)\nSeven.';
    expect(found(script)).toEqual([
      ['stacked-parentheticals', 5, null],
      ['stacked-parentheticals', 7, null],
    ]);
  });

  test('reports MARTA once as similar to MARA', () => {
    const script = talk(['MARA', 'One.'], ['MARTA', 'Two.'], ['MARA', 'Three.'], ['MARTA', 'Four.']);
    expect(found(script)).toEqual([['similar-names', 5, null]]);
  });

  test('accepts numbered guards and described characters as correct names', () => {
    expect(found(talk(['GUARD 1', 'One.'], ['GUARD 2', 'Two.'], ['GUARD 1', 'Three.']))).toEqual([]);
    const elements = doctorElements(
      talk(
        ['TOBIAS', 'One.'],
        ['TOBAIS', 'No.'],
        ['TOBIAS', 'Two.'],
        ['TOBAIS', 'Yes.'],
        ['TOBIAS', 'Three.'],
        ['TOBIAS', 'Four.'],
        ['TOBIAS', 'Five.'],
        ['TOBIAS', 'Six.'],
      ),
    );
    const slips = examine(factsOfProject({ elements }));
    expect(slips.map(({ suggestedContent }) => suggestedContent)).toEqual(['TOBIAS', 'TOBIAS']);
    const listed = examine(factsOfProject({ elements, characters: [{ name: 'TOBAIS', role: 'his twin' }] }));
    expect(listed.map(({ ruleId }) => ruleId)).toEqual(['similar-names']);
  });

  test('reports a speaker who is never shown, unless only the voice is present', () => {
    const saloon = (cue: string, action: string) => {
      const others = ['TOBIAS', 'INGRID', 'OLAF'].map(
        (name) => `${name} waits.\n\n${`${name}\nNo.\n\n`.repeat(3)}`,
      );
      return `INT. SALOON - NIGHT\n\n${action}\n\n${others.join('')}${`${cue}\nSix.\n\nTea.\n\n`.repeat(3)}`;
    };
    expect(found(saloon('MARA', 'Rain.'))).toEqual([['unseen-character', 24, null]]);
    expect(found(saloon('MARA (V.O.)', 'Rain.'))).toEqual([]);
    expect(found(saloon('MARA (ON PHONE)', 'Rain.'))).toEqual([]);
    expect(found(saloon('MARA AND TOBIAS', 'Rain.'))).toEqual([]);
    expect(found(saloon('STEWARD', 'The steward pours tea.'))).toEqual([]);
    expect(found('INT. SALOON - NIGHT\n\nTea.\n\nMARA\nSix.\n\nMARA\nSix.\n\nMARA\nSix.')).toEqual([]);
  });

  test('reports a listed character who never occurs, and one who never speaks', () => {
    const elements = doctorElements(
      ['INT. SALOON - NIGHT', ...Array.from({ length: 6 }, () => 'Ingrid waits.')].join('\n\n'),
    );
    const characters = [{ name: 'INGRID' }, { name: 'OLAF' }];
    const findings = examine(factsOfProject({ elements, characters }));
    expect(
      findings.map(({ ruleId, elementId, originalContent }) => [ruleId, elementId, originalContent]),
    ).toEqual([
      ['silent-character', 2, 'Ingrid'],
      ['unseen-character', null, ''],
    ]);
  });

  test('capitalises the first appearance only', () => {
    const script = 'INT. SALOON - NIGHT\n\nTea. Mara counts. Mara stops.\n\nMARA\nSix.';
    expect(examined(script)).toMatchObject([
      { ruleId: 'introduction', type: 'modify', originalContent: 'Mara', suggestedContent: 'MARA' },
    ]);
  });

  test('capitalises two of two speakers, and takes three of three for a convention', () => {
    const entrances = (...names: string[]) =>
      found(
        names
          .map((name) => `INT. SALOON - NIGHT\n\nTea. ${name} counts.\n\n${name.toUpperCase()}\nSix.`)
          .join('\n\n'),
      ).filter(([ruleId]) => ruleId === 'introduction');
    expect(entrances('Mara', 'Tobias')).toHaveLength(2);
    expect(entrances('Mara', 'Tobias', 'Ingrid')).toEqual([]);
  });

  test('capitalises title and surname with the name', () => {
    const script = 'INT. SALOON - NIGHT\n\nTea. Captain Mara Lind counts. Mara stops.\n\nMARA\nSix.';
    expect(examined(script)).toMatchObject([
      { originalContent: 'Captain Mara Lind', suggestedContent: 'CAPTAIN MARA LIND' },
    ]);
  });

  test('keeps a fragment with the sentence before it when splitting a long block', () => {
    const first =
      'A scarecrow stands in the fog over fields that go on, black and wet, as far as anybody can see.';
    const second = 'Arms outstretched, burlap in rags on the wooden cross, its hat long gone.';
    const third = 'A crow perches on its arm, pecks at the head, and the head falls forward on the chest.';
    const [finding] = examined(`EXT. FIELDS - DAWN\n\n${first} ${second} ${third}`);
    expect(finding?.suggestedContent).toBe(`${first} ${second}\n\n${third}`);
  });

  test('accepts a hand as no entrance, and an introduction by full name or at another age', () => {
    const speech = 'MARA\nSix.';
    for (const action of [
      'Mara’s hand on the rail.',
      'MARA LIND (40s) counts. Mara stops.',
      'YOUNG MARA. Mara stops.',
    ])
      expect(found(`INT. SALOON - NIGHT\n\n${action}\n\n${speech}`)).toEqual([]);
  });

  test('accepts the form that all headings of a script share', () => {
    const headings = (...all: string[]) => all.map((heading) => `${heading}\n\nRain.`).join('\n\n');
    expect(
      found(headings('INT. HOLD, DAY', 'INT. DECK, NIGHT', 'EXT. QUAY, DAWN', 'EXT. SEA - DAY')),
    ).toEqual([]);
    expect(found(headings('INT. HOLD, DAY', 'INT DECK, NIGHT', 'EXT. QUAY, DAWN', 'EXT. SEA, DAY'))).toEqual([
      ['heading-form', 3, 'INT. DECK, NIGHT'],
    ]);
  });

  test('reports a cue without a speech and a speech without a cue', () => {
    const elements = [
      doctorElement(1, 'scene_heading', 'INT. SALOON - NIGHT'),
      doctorElement(2, 'dialogue', 'Six.'),
      doctorElement(3, 'action', 'MARA waits.'),
      doctorElement(4, 'character', 'MARA'),
      doctorElement(5, 'action', 'Tea.'),
    ];
    expect(examine(factsOfProject({ elements })).map(({ ruleId, elementId }) => [ruleId, elementId])).toEqual(
      [
        ['lost-speech', 2],
        ['lost-speech', 4],
      ],
    );
  });

  test('reports missing times of day only in a script that gives them', () => {
    const scenes = (...headings: string[]) => headings.map((heading) => `${heading}\n\nRain.`).join('\n\n');
    expect(found(scenes('INT. HOLD - DAY', 'INT. BRIDGE', 'INT. SALOON - DAY'))).toEqual([
      ['missing-time', 3, null],
    ]);
    expect(found(scenes('INT. HOLD', 'INT. BRIDGE', 'INT. SALOON', 'EXT. QUAY - DAY'))).toEqual([]);
  });

  test('keeps the spelling of most scenes', () => {
    const scenes = ['INT. WHEELHOUSE - DAY', 'INT. WHEELHOSE - DAY', 'INT. WHEELHOUSE - NIGHT'];
    expect(found(scenes.map((heading) => `${heading}\n\nRain.`).join('\n\n'))).toEqual([
      ['heading-place', 3, 'INT. WHEELHOUSE - DAY'],
    ]);
  });

  test('recognises an extra, missing, wrong or swapped letter, or a space', () => {
    const scenes = (...places: string[]) =>
      places.map((place) => `INT. ${place} - DAY\n\nRain.`).join('\n\n');
    const kept = ['WHEELHOUSE', 'WHEELHOUSE'];
    for (const slip of ['WHEELHOUUSE', 'WHEELHOUS', 'WHEELHOUZE', 'WHEELHUOSE', 'WHEEL HOUSE'])
      expect(found(scenes(...kept, slip))).toEqual([['heading-place', 5, 'INT. WHEELHOUSE - DAY']]);
    for (const other of ['WHEELHOUSES', 'GWHEELHOUSE', 'WHEEHOUZE'])
      expect(found(scenes(...kept, other))).toEqual([]);
  });

  test('accepts a series of places that differ by one letter', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÉÈÊ'];
    expect(found(letters.map((letter) => `INT. CORRIDOR${letter} - DAY\n\nRain.`).join('\n\n'))).toEqual([]);
  });
});

describe('examine: form of rewrites', () => {
  test('replaces only the changed words when they occur first', () => {
    expect(examined('INT. HOLD - DAY\n\nRain. The lamps are swinging.')).toEqual([
      {
        ruleId: 'progressive',
        habit: 'Weak -ing form',
        elementId: 2,
        type: 'modify',
        description: '“are swinging” can be the plain verb',
        reasoning: expect.stringContaining('The -ing form'),
        confidence: 0.8,
        originalContent: 'The lamps are swinging.',
        suggestedContent: 'The lamps swing.',
      },
    ]);
  });

  test('replaces the whole line when the same words occur earlier', () => {
    const line = 'No: The lamps swing. The lamps are swinging. The lamps are swinging.';
    expect(examined(`INT. HOLD - DAY\n\n${line}`)).toMatchObject([
      { type: 'modify', originalContent: 'The lamps are swinging.' },
      {
        type: 'replace',
        originalContent: line,
        suggestedContent: 'No: The lamps swing. The lamps are swinging. The lamps swing.',
      },
    ]);
  });

  test('offers none when the marks would not be written back verbatim', () => {
    const elements = [
      doctorElement(1, 'scene_heading', 'INT. HOLD - DAY'),
      doctorElement(2, 'action', '*Rain* on 2 * 3 hatches. The lamps are swinging.'),
    ];
    expect(examine(factsOfProject({ elements }))).toMatchObject([
      { ruleId: 'progressive', suggestedContent: null },
    ]);
  });

  test('keeps names, numbers and negations of the original', () => {
    for (const text of [
      'We see that the 3 lamps of the 40 are out.',
      'Forty-one cars are waiting.',
      'There are nine men sitting.',
      'Nobody sees 41. The 9 cups are *not* swinging, they are standing.',
    ]) {
      for (const { originalContent, suggestedContent } of examined(`INT. HOLD - DAY\n\n${text}`)) {
        const figures = /\d+|forty|one|nine/gi;
        expect(suggestedContent?.toLowerCase().match(figures)).toEqual(
          originalContent.toLowerCase().match(figures),
        );
      }
    }
  });
});

const hostile = [
  '',
  ' ',
  '\n\n\n',
  '🚢🌊👩‍👩‍👧 is walking 🚢',
  'שלום is walking עולם. ‮abc',
  '***_**_*__\\\\*',
  '((((((((',
  '“““““',
  'a'.repeat(20_000),
  'is walking '.repeat(1800),
  'We see '.repeat(2800),
  ', you know'.repeat(2000),
  'INT. '.repeat(4000),
  'A. '.repeat(6600),
  'There is a '.repeat(1800),
  ' - '.repeat(6600),
  'The lamps are swinging. '.repeat(800),
  `${'.'.repeat(19_000)}x`,
  '.” '.repeat(6000),
  `A${' '.repeat(19_000)}B`,
  'Look, I am so angry. '.repeat(900),
  'very cold '.repeat(2000),
  '\u0000\uD800',
  '$& $1 $` is walking.',
  '🚢'.repeat(10_000),
];
const types: ElementType[] = [
  'scene_heading',
  'action',
  'character',
  'parenthetical',
  'dialogue',
  'transition',
];

describe('doctor with any text', () => {
  test('examines, improves and answers without an error, with complete findings', () => {
    const elements = hostile.flatMap((text, row) =>
      types.map((type, at) => doctorElement(row * 6 + at + 1, type, text)),
    );
    const facts = factsOfProject({ elements, characters: hostile.map((name) => ({ name })) });
    for (const finding of examine(facts)) {
      expect(finding.confidence).toBeGreaterThan(0);
      expect(finding.confidence).toBeLessThanOrEqual(1);
      const content = elements.find(({ id }) => id === finding.elementId)?.content ?? '';
      expect(content.includes(finding.originalContent)).toBe(true);
      expect(finding.suggestedContent).not.toBe(finding.originalContent);
    }
    for (const { id } of elements) improveSelection({ elementId: id }, facts);
    for (const text of hostile) expect(answer(text, facts, { elementId: 1, text }).text).not.toBe('');
  });

  test('gives each finding once and the same ones every time', () => {
    const script =
      'INT. HOLD - DAY\n\nThe lamps are swinging. The lamps are swinging. MARA is watched by MARA.\n\nMARA\nAs you know, as you know, I am so sad.\n\nint. hold - day\n\nWe see rain.';
    const once = examined(script);
    expect(once.length).toBeGreaterThan(3);
    expect(new Set(once.map((finding) => JSON.stringify(finding))).size).toBe(once.length);
    expect(examined(script)).toEqual(once);
  });

  test('handles thousands of names and places in limited time', () => {
    const elements = Array.from({ length: 6000 }, (_, index) =>
      doctorElement(
        index + 1,
        types[index % 3 === 0 ? 0 : index % 3 === 1 ? 2 : 4] ?? 'action',
        `INT. ROOM ${'ABCDEFGHIJ'.charAt(index % 10)}${index} - DAY`,
      ),
    );
    expect(() => examine(factsOfProject({ elements }))).not.toThrow();
  });
});

test('defines a unique id, a name, a reason and a confidence for every rule', () => {
  expect(new Set(doctorRules.map(({ id }) => id)).size).toBe(doctorRules.length);
  for (const { id, name, reason, confidence } of doctorRules) {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(name).not.toBe('');
    expect(reason.length).toBeLessThan(240);
    expect(confidence).toBeGreaterThanOrEqual(0.5);
    expect(confidence).toBeLessThan(1);
  }
});

test('reports a weakness that only matters as a habit from its minimum count on', () => {
  const opening = 'Closing the door, Mara turns.';
  const script = (times: number) => `INT. HOLD - DAY\n\nMARA.\n\n${`${opening}\n\n`.repeat(times)}MARA\nSix.`;
  expect(examined(script(2))).toEqual([]);
  expect(examined(script(3)).map(({ ruleId }) => ruleId)).toEqual(Array(3).fill('opening-ing'));
});

test('sorts habits by certainty and frequency, each in script order', () => {
  const lamps = 'The lamps are swinging.\n\n'.repeat(9);
  const findings = examined(`INT. HOLD - DAY\n\n${lamps}We follow a horse.\n\nWe hear the the whistle.`);
  expect(countedHabits(findings)).toEqual([
    { habit: 'Weak -ing form', count: 9 },
    { habit: 'Word typed twice', count: 1 },
    { habit: 'Camera talk: “we follow”', count: 1 },
    { habit: 'Camera talk: “we hear”', count: 1 },
  ]);
  const ids = byWeight(findings).map(({ elementId }) => elementId ?? 0);
  expect(ids.slice(0, 9)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('examines only the requested elements', () => {
  const elements = doctorElements('INT. HOLD - DAY\n\nThe lamps are swinging.\n\nThe horse is chewing.');
  const findings = examine(factsOfProject({ elements }), { elementIds: [3] });
  expect(findings.map(({ elementId }) => elementId)).toEqual([3]);
  expect(examine(factsOfProject({ elements }), { elementIds: [99] })).toEqual([]);
});

test('leaves out findings about no line when elements are requested', () => {
  const elements = doctorElements('INT. HOLD - DAY\n\nThe lamps are swinging.');
  const facts = factsOfProject({ elements, characters: [{ name: 'OLAF' }] });
  const rulesOf = (options?: ExamineOptions) => examine(facts, options).map(({ ruleId }) => ruleId);
  expect(rulesOf()).toContain('unseen-character');
  expect(rulesOf({ elementIds: [2] })).toEqual(['progressive']);
});
