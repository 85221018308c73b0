import { describe, expect, it } from 'vitest';
import { drawConcept } from './concept.ts';
import { angles, frameSizes } from './lens.ts';
import { type CastMember, lookOf, skins } from './people/look.ts';
import { poseNames } from './people/poses.ts';
import { insidePlaceNames, outsidePlaceNames } from './places.ts';
import { drawPortrait } from './portrait/portrait.ts';
import { allProps } from './props/things.ts';
import { drawScene } from './scene.ts';
import { type SceneInput, shotOf } from './shot.ts';
import { readSvg } from './testing.ts';
import { insideWords, outsideWords } from './words.ts';

/*
 * Minimum counts of people, poses, props and places that built-in pictures support:
 * docs/decisions/0052.
 */

const known = (more: Partial<SceneInput>): SceneInput => ({
  heading: 'EXT. FIELD - DAY',
  ratio: '16:9',
  action: '',
  ...more,
});
const drawn = (more: Partial<SceneInput>) => readSvg(drawScene(known(more)));
const shot = (more: Partial<SceneInput>) => shotOf(known(more));
const poseOf = (action: string) =>
  shot({ action: `FULL SHOT. ${action}`, characters: ['MARA', 'TOBIAS'] }).roles[0]?.pose;

describe('cast members in pictures', () => {
  const mara: CastMember = {
    name: 'MARA',
    age: 42,
    description: 'A tall, slim woman with long black hair, glasses, a hat and a long red coat.',
  };

  it('have age, build, hair, clothes, hat, glasses and colour of their card', () => {
    expect(lookOf(mara)).toMatchObject({
      ...{
        kind: 'human',
        years: 'grown',
        woman: true,
        build: 'slim',
        hair: 'long',
        headgear: 'hat',
        glasses: true,
      },
      ...{ garment: 'coat', top: '#A83A2B', hairColour: '#1F1B1A' },
    });
    expect(lookOf(mara).height).toBeGreaterThan(1);
    expect(
      lookOf({ name: 'JIRO', description: 'A fat old man in a blue uniform, bald, with a white beard.' }),
    ).toMatchObject({
      years: 'old',
      woman: false,
      build: 'broad',
      hair: 'bald',
      beard: true,
      garment: 'uniform',
      top: '#47709A',
    });
  });

  it.each([
    [1, 'baby'],
    [8, 'child'],
    [16, 'teen'],
    [40, 'grown'],
    [80, 'old'],
  ])('draws age %i as %s, and children smaller', (age, years) => {
    expect(lookOf({ name: 'X', age }).years).toBe(years);
    const [figure] = drawn({ characters: ['X'], cast: [{ name: 'X', age }], action: 'FULL SHOT.' }).named(
      'figure',
    );
    expect(figure?.attributes['data-years']).toBe(years);
    expect(lookOf({ name: 'X', age: 8 }).height).toBeLessThan(lookOf({ name: 'X', age: 40 }).height - 0.2);
  });

  it('are robots or animals in frames and on portraits when the card says so', () => {
    for (const [description, kind] of [
      ['A robot.', 'robot'],
      ['A dog, a brown terrier.', 'dog'],
      ['A black cat.', 'cat'],
      ['A horse.', 'horse'],
      ['A raven.', 'bird'],
    ] as const) {
      const card = { name: 'REX', description };
      const [figure] = drawn({ characters: ['REX'], cast: [card], action: 'FULL SHOT.' }).named('figure');
      expect(figure?.attributes['data-kind']).toBe(kind);
      const portrait = readSvg(drawPortrait({ ...card, characterType: 'supporting', ratio: '1:1' }));
      expect(portrait.named('portrait')[0]?.attributes['data-kind']).toBe(kind);
    }
    // A person who has a dog is not one.
    expect(lookOf({ name: 'ANNA', description: 'She has a dog.' }).kind).toBe('human');
  });

  it("have the card's colours in frames and on portraits, with a human skin colour", () => {
    const { source } = drawn({ characters: ['MARA'], cast: [mara], action: 'FULL SHOT. Mara stands.' });
    expect(source).toContain(lookOf(mara).top);
    for (const name of ['MARA', 'TOBIAS', 'VEGA', 'INES']) {
      const { skin } = lookOf({ name });
      expect(skins).toContain(skin);
      expect(drawPortrait({ name, characterType: 'antagonist', ratio: '1:1' }).svg).toContain(skin);
    }
    expect(skins.indexOf(lookOf({ name: 'A', description: 'A black woman.' }).skin as never)).toBeGreaterThan(
      3,
    );
    expect(skins.indexOf(lookOf({ name: 'A', description: 'A pale man.' }).skin as never)).toBe(0);
  });

  it('have the gender of their first name when the card gives none', () => {
    expect([lookOf({ name: 'DANIEL' }).woman, lookOf({ name: 'KATRINA' }).woman]).toEqual([false, true]);
  });

  it('are in the scene when the action names them, even without speech', () => {
    const { roles } = shot({ action: 'Mara waits.', cast: [mara, { name: 'TOBIAS' }] });
    expect(roles.map(({ name }) => name)).toEqual(['MARA']);
  });

  it('appear once for one girl, and several times for a plural such as guards', () => {
    const girls = (action: string, characters: string[]) =>
      shot({ action, characters }).roles.filter(({ name }) => name.toLowerCase().startsWith('girl')).length;
    expect(girls('Nine passengers. A girl is asleep.', [])).toBe(1);
    expect(girls('Nine passengers. The girl sits up.', ['GIRL'])).toBe(1);
    const guards = shot({ action: 'Four guards wait.' }).roles.filter(({ name }) =>
      name.startsWith('guards'),
    );
    expect(guards).toHaveLength(4);
  });
});

describe('poses', () => {
  it.each([
    ['Mara hugs Tobias.', 'embrace'],
    ['Mara and Tobias kiss.', 'embrace'],
    ['Mara shakes hands with Tobias.', 'shake'],
    ['Mara punches Tobias.', 'punch'],
    ['Mara aims a gun at Tobias.', 'aim'],
    ['Mara raises her hands.', 'surrender'],
    ['Mara falls down the stairs.', 'fall'],
    ['Mara lies on the floor.', 'lie'],
    ['Mara is asleep.', 'lie'],
    ['Mara crawls through the mud.', 'crawl'],
    ['Mara prays.', 'pray'],
    ['Mara kneels.', 'kneel'],
    ['Mara hides behind a wall.', 'crouch'],
    ['Mara climbs the ladder.', 'climb'],
    ['Mara runs.', 'run'],
    ['Mara weeps.', 'weep'],
    ['Mara is on the phone.', 'phone'],
    ['Mara drinks.', 'drink'],
    ['Mara reads a letter.', 'read'],
    ['Mara carries a box.', 'carry'],
    ['Mara waves.', 'wave'],
    ['Mara points at the door.', 'point'],
    ['Mara knocks.', 'reach'],
    ['Mara dances.', 'dance'],
    ['Mara sits at the table.', 'sit'],
    ['Mara walks to the window.', 'walk'],
    ['Mara enters. She sits down.', 'walk'],
  ])('draw “%s” as %s', (action, pose) => {
    expect(poseOf(action)).toBe(pose);
  });

  it('are separate for each person, and face each other in a joint action', () => {
    const { roles } = shot({ action: 'FULL SHOT. Mara sits. Tobias runs.', characters: ['MARA', 'TOBIAS'] });
    expect(roles.map(({ pose }) => pose)).toEqual(['sit', 'run']);
    const hug = shot({ action: 'Mara hugs Tobias.', characters: ['MARA', 'TOBIAS'] }).roles;
    expect(hug.map(({ pose, isTogether }) => [pose, isTogether])).toEqual([
      ['embrace', true],
      ['embrace', true],
    ]);
  });

  it('include at least twelve', () => {
    expect(poseNames.length).toBeGreaterThanOrEqual(12);
  });
});

describe('shot sizes and angles', () => {
  it.each([
    ['EXTREME CLOSE UP of his face.', 'extreme close-up', 'eye level'],
    ['CLOSE ON Mara.', 'close-up', 'eye level'],
    ['MEDIUM SHOT.', 'medium', 'eye level'],
    ['FULL SHOT.', 'full', 'eye level'],
    ['WIDE SHOT.', 'wide', 'eye level'],
    ['They are dots in the distance.', 'extreme wide', 'eye level'],
    ['TWO SHOT.', 'two-shot', 'eye level'],
    ['OVER THE SHOULDER.', 'over the shoulder', 'eye level'],
    ['INSERT: the letter.', 'insert', 'eye level'],
    ['FULL SHOT. The tower looms over them.', 'full', 'low angle'],
    ['FULL SHOT. High angle.', 'full', 'high angle'],
    ['FULL SHOT. Bird’s-eye view.', 'full', 'from above'],
  ])('show “%s” as %s, %s', (action, size, angle) => {
    const { lens } = shot({ action, characters: ['MARA', 'TOBIAS'] });
    expect([lens.size, lens.angle]).toEqual([size, angle]);
    const [group] = drawn({ action, characters: ['MARA', 'TOBIAS'] }).named('shot');
    expect(group?.attributes).toMatchObject({ 'data-lens': size, 'data-angle': angle });
  });

  it('include at least eight, and vary between scenes of the same two people', () => {
    expect(frameSizes.length + angles.length).toBeGreaterThanOrEqual(8);
    const sizes = Array.from({ length: 30 }, (_, at) => {
      return shot({
        heading: `INT. ROOM ${at} - DAY`,
        action: `Scene ${at}.`,
        characters: ['MARA', 'TOBIAS'],
      }).lens.size;
    });
    expect(new Set(sizes).size).toBeGreaterThanOrEqual(4);
  });
});

describe('props', () => {
  it('include at least forty, each with a different word and drawing', () => {
    expect(allProps.length).toBeGreaterThanOrEqual(40);
    const pictures = allProps.map(({ name, words }) => {
      const word =
        /\(\?:([^|)]*)/
          .exec(words.source)?.[1]
          ?.replace(/\(.*|[? ]+$/g, '')
          .replace('?', '') ?? name;
      return [name, word, words.test(word)] as const;
    });
    expect(pictures.filter(([, , isFound]) => !isFound)).toEqual([]);
    const seen = allProps.filter(({ name, words }) => {
      const word =
        /\(\?:([^|)]*)/
          .exec(words.source)?.[1]
          ?.replace(/\(.*|[? ]+$/g, '')
          .replace('?', '') ?? '';
      const { elements } = drawn({ action: `FULL SHOT. ${word}.` });
      return words.test(word) && elements.some(({ attributes }) => attributes['data-thing'] === name);
    });
    expect(seen.length).toBeGreaterThanOrEqual(90);
  });

  it('put handheld props in a hand and large ones on the floor', () => {
    const { elements } = drawn({
      action: 'FULL SHOT. Mara has a gun. A car. A suitcase.',
      characters: ['MARA'],
    });
    const names = elements.flatMap(({ attributes }) => attributes['data-thing'] ?? []);
    expect(new Set(names)).toEqual(new Set(['gun', 'car', 'suitcase']));
    expect(shot({ action: 'FULL SHOT. Mara has a gun.', characters: ['MARA'] }).things).toEqual(['gun']);
  });
});

describe('places', () => {
  const places = [
    ...insideWords.map(([kind]) => `int/${kind}`),
    ...outsideWords.map(([kind]) => `ext/${kind}`),
    ...insidePlaceNames.map((name) => `int/${name}`),
    ...outsidePlaceNames.map((name) => `ext/${name}`),
  ];

  it('include at least sixty, no two of which look alike', () => {
    expect(new Set(places).size).toBeGreaterThanOrEqual(60);
    const pictures = [...new Set(places)].map((place) => {
      const [setting = '', name = ''] = place.split('/');
      const { source, named } = drawn({ heading: `${setting.toUpperCase()}. ${name.toUpperCase()} - DAY` });
      return [
        named('set')[0]?.attributes['data-place'],
        source.slice(source.indexOf('data-part="set"')),
      ].join();
    });
    expect(new Set(pictures).size).toBeGreaterThanOrEqual(60);
  });

  it('distinguish a river from a harbour and a bathroom from a cell', () => {
    const place = (heading: string) => drawn({ heading }).named('set')[0]?.attributes['data-place'];
    expect([place('EXT. RIVER - DAY'), place('EXT. HARBOUR - DAY')]).toEqual(['river', 'harbour']);
    expect([place('INT. BATHROOM - DAY'), place('INT. PRISON CELL - DAY')]).toEqual([
      'bathroom',
      'prison cell',
    ]);
  });

  it('draw an unknown place from the nouns in its name', () => {
    const thing = (heading: string) =>
      drawn({ heading }).elements.flatMap(({ attributes }) => attributes['data-thing'] ?? []);
    expect(thing('EXT. HALFWAY TO THE WINDMILL - DAY')).toContain('windmill');
    expect(thing('INT. PIANO CHAMBER - DAY')).toContain('piano');
    const unknown = ['ZORB', 'QUUX', 'FLIM', 'GNARL', 'PLONK', 'WIBBLE', 'DRUP', 'SNEE'].map((name) => {
      return shot({ heading: `INT. ${name} - DAY` })
        .scenery.things.map(([thing]) => thing)
        .join();
    });
    expect(new Set(unknown).size).toBeGreaterThan(2);
  });
});

describe('crowds, wishes and concept images', () => {
  it('draw a few people, a crowd and masses at different sizes', () => {
    const heads = (action: string) => shot({ action }).throng;
    expect([heads('Three men.'), heads('A crowd.'), heads('Thousands of people.')]).toEqual([0, 26, 70]);
    expect(drawn({ action: 'WIDE SHOT. Thousands of people. A king.' }).named('crowd')).toHaveLength(1);
  });

  it("apply the wish of a frame and the project's template", () => {
    const scene = { characters: ['MARA', 'TOBIAS'], action: 'Mara and Tobias talk.' };
    expect(shot({ ...scene, wish: 'Low angle, a gun on the table, in the rain.' })).toMatchObject({
      lens: { angle: 'low angle' },
      weather: 'rain',
      things: ['gun', 'table'],
    });
    expect(shot({ ...scene, style: 'Always an extreme close up.' }).lens.size).toBe('extreme close-up');
    const colours = (style: string) => {
      const found = drawn({ ...scene, style }).source.match(/#[0-9A-F]{6}/g) ?? [];
      return found.filter((colour) => colour.slice(1, 3) !== colour.slice(3, 5)).length;
    };
    const isOfEdge = 1;
    expect(colours('Black and white, ink.')).toBeLessThanOrEqual(isOfEdge);
    expect(colours('')).toBeGreaterThan(10);
  });

  it('show the people of the logline at the place of the film', () => {
    const film = drawConcept({ title: 'Iron', logline: 'A girl and her robot cross the desert.' });
    const kinds = readSvg(film)
      .named('figure')
      .map(({ attributes }) => [attributes['data-years'], attributes['data-kind']]);
    expect(kinds).toEqual([
      ['child', 'human'],
      ['grown', 'robot'],
    ]);
    expect(film.alt).toMatch(/^Desert/);
  });

  it('draw a crescent as two arcs between the same tips', () => {
    const { elements } = drawn({ heading: 'EXT. FIELD - NIGHT' });
    const at = elements.findIndex(({ attributes }) => attributes['data-part'] === 'moon');
    const path = elements.slice(at).find(({ name }) => name === 'path')?.attributes.d ?? '';
    expect(path.match(/A/g)).toHaveLength(2);
  });
});
