import { describe, expect, test } from 'vitest';
import { doctorElements, nightFerryInput } from '#engines/doctor/testset/nightFerry.ts';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { fillTemplate, templateKinds, unknownVariables } from '#shared/promptTemplates.ts';
import { pictureLook } from './look.ts';
import { templateFor } from './templates.ts';

const read = (fountain: string) => factsOfProject({ elements: doctorElements(fountain) });
const templateOf = (fountain: string, kind: 'scene' | 'character' = 'scene', tone = '') =>
  templateFor({ kind, project: read(fountain), tone });

const desert = `EXT. DESERT ROAD - DAY

Heat. A SHERIFF tightens his saddle. An outlaw draws.

EXT. SALT FLAT - DAY

The posse rides. Spurs. Another outlaw falls.

EXT. DESERT - SUNSET

The sheriff rides home alone.
`;
const ship = `INT. STARSHIP - BRIDGE - NIGHT

An android wakes. Holograms flicker. The airlock hisses.

INT. STARSHIP - CORRIDOR - CONTINUOUS

Robots wait in orbit of a dead planet.
`;

describe('pictureLook', () => {
  test('counts scene headings and action', () => {
    const look = pictureLook(factsOfProject(nightFerryInput()));
    expect(look).toMatchObject({ scenes: 5, inside: 3, outside: 2, genre: 'drama', period: null });
    expect(Object.fromEntries(look.hours)).toEqual({ night: 4, dawn: 1 });
    expect(look.weather).toBe('rain');
    expect(look.materials).toContain('harbour');
  });

  test.each([
    [desert, { genre: 'western', inside: 0, outside: 3, period: null }],
    [ship, { genre: 'science fiction', inside: 2, outside: 0, period: 'the far future' }],
    ['EXT. FIELD - DAY (1916)\n\nMud.', { period: 'the 1910s' }],
    ['EXT. FIELD - DAY\n\nSUPER: "Ypres, 1916".', { period: 'the 1910s' }],
    ['INT. FLAT - DAY\n\nShe texts. The smartphone glows.', { period: 'the present day' }],
    ['INT. FLAT - DAY\n\nA bus for 1200 people.', { period: null }],
  ])('returns the look of %j', (fountain, look) => {
    expect(pictureLook(read(fountain))).toMatchObject(look);
  });

  test('is empty for a page without a scene heading, and a template still results', () => {
    expect(pictureLook(read('Rain on black water.'))).toMatchObject({ scenes: 0, places: [], materials: [] });
    expect(templateOf('Rain on black water.')).toContain('{{sceneHeading}}');
  });
});

describe('templateFor', () => {
  test.each(templateKinds)(
    'uses all permitted variables of a %s, no others, and is deterministic',
    (kind) => {
      const project = factsOfProject(nightFerryInput());
      const template = templateFor({ kind, project, tone: '' });
      expect(unknownVariables(template, kind)).toEqual([]);
      expect(template).toContain(kind === 'scene' ? '{{scriptContext}}' : '{{styleControl}}');
      expect(templateFor({ kind, project: factsOfProject(nightFerryInput()), tone: '' })).toBe(template);
    },
  );

  test('contains the look of the script', () => {
    const template = templateFor({ kind: 'scene', project: factsOfProject(nightFerryInput()), tone: '' });
    expect(template).toContain('deep blues and blacks');
    expect(template).toContain('rain, and reflections');
    expect(template).toContain('harbour');
    const western = templateOf(desert);
    expect(western).toContain('a western film');
    expect(western).toContain('natural daylight, clear mid-tones; low amber light');
    expect(western).toContain('much sky');
    expect(templateOf(ship)).toContain('low ceilings');
    expect(templateOf(ship)).toContain('objects of the far future');
    expect(templateOf(ship, 'character')).toContain('lit by instruments');
  });

  test('differs between scripts', () => {
    for (const kind of templateKinds)
      expect(new Set([desert, ship, 'EXT. SEA - DAWN\n\nFog.'].map((s) => templateOf(s, kind))).size).toBe(3);
  });

  test('contains the tone of the brief as plain text', () => {
    expect(templateOf(desert, 'scene', ' Dry,\n slow. ')).toContain('Tone: Dry, slow.');
    expect(templateOf(desert, 'scene', '{{nope}} }}{{')).toContain('Tone: nope.');
    expect(templateOf(desert, 'scene', ' . ')).not.toContain('Tone');
  });

  test('ignores variables in scene headings and limits the length', () => {
    const template = templateOf(`INT. {{nope}} ${'DECK '.repeat(400)}- NIGHT\n\nRain.\n`);
    expect(unknownVariables(template, 'scene')).toEqual([]);
    expect(template.length).toBeLessThan(1200);
  });

  test('fills to a readable prompt', () => {
    const prompt = fillTemplate(templateOf(desert), {
      location: 'SALT FLAT',
      sceneHeading: 'EXT. SALT FLAT',
    });
    expect(prompt).toMatch(
      /^Wide, sun-bleached storyboard frame of a western film\. Scene: EXT\. SALT FLAT\./,
    );
    expect(prompt).not.toMatch(/Notes|: \.|\{|\s{2}/);
  });
});
