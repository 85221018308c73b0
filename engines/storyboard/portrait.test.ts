import { describe, expect, it } from 'vitest';
import { drawConcept } from './concept.ts';
import type { PortraitPictureInput } from './portrait/features.ts';
import { drawPortrait } from './portrait/portrait.ts';
import { readSvg } from './testing.ts';

const mara: PortraitPictureInput = { name: 'MARA', characterType: 'protagonist', ratio: '3:4' };
const drawn = (more: Partial<PortraitPictureInput>) => readSvg(drawPortrait({ ...mara, ...more }));
const traits = (more: Partial<PortraitPictureInput>) => drawn(more).named('portrait')[0]?.attributes;

describe('drawPortrait', () => {
  it('returns the same bytes for the same character, however the name is written', () => {
    expect(drawPortrait({ ...mara }).svg).toEqual(drawPortrait({ ...mara }).svg);
    expect(drawn({ name: 'Mara' }).named('portrait')).toEqual(drawn({}).named('portrait'));
  });

  it('differs between characters', () => {
    const names = ['MARA', 'TOBIAS', 'INES', 'VEGA', 'OLD MAN', 'CAPTAIN', 'GUARD', 'NURSE'];
    expect(new Set(names.map((name) => drawn({ name }).source)).size).toBe(names.length);
    const shapes = names.map((name) => JSON.stringify(traits({ name })));
    expect(new Set(shapes).size).toBeGreaterThan(3);
  });

  it('differs within a whole cast of one type without further details', () => {
    const names = Array.from({ length: 40 }, (_, at) => `PASSENGER ${String.fromCharCode(65 + at)}`);
    const shapes = names.map((name) => {
      const { named, elements } = drawn({ name, characterType: 'supporting', ratio: '1:1' });
      const skin =
        named('face')[0] && elements.filter(({ name: tag }) => tag === 'ellipse')[1]?.attributes.fill;
      const { 'data-hair': hair, 'data-clothes': clothes } = named('portrait')[0]?.attributes ?? {};
      return [hair, clothes, skin].join();
    });
    expect(new Set(shapes).size).toBeGreaterThan(25);
    expect(new Set(shapes.map((shape) => shape.split(',').at(-1))).size).toBe(6);
  });

  it('has the colour of the character type', () => {
    const ground = (characterType: PortraitPictureInput['characterType']) => {
      const [first] = drawn({ characterType }).elements.filter(({ name }) => name === 'stop');
      const colour = first?.attributes['stop-color'] ?? '';
      const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
    };
    expect([ground('protagonist'), ground('antagonist'), ground('supporting')]).toEqual([
      'green',
      'red',
      'blue',
    ]);
  });

  it.each([
    [9, 'child'],
    [22, 'young'],
    [45, 'grown'],
    [80, 'old'],
    [null, 'grown'],
  ])('draws a character who is %s as %s', (age, years) => {
    expect(traits({ age })?.['data-years']).toBe(years);
  });

  it.each([
    ['He is bald.', 'bald'],
    ['Curly red hair.', 'curly'],
    ['Long hair, a coat.', 'long'],
    ['A police officer.', 'cap'],
    ['Her hair in a bun.', 'bun'],
    ['Short, dark hair.', 'cropped'],
    ['Long straight hair.', 'long'],
    ['A ponytail.', 'long'],
    ['A wide hat.', 'hat'],
    ['A grey hoodie.', 'hood'],
  ])('draws the hair in "%s"', (description, hair) => {
    for (const name of ['MARA', 'TOBIAS', 'VEGA'])
      expect(traits({ name, description })?.['data-hair']).toBe(hair);
  });

  it.each([
    ['A raincoat.', 'coat'],
    ['Oilskins and boots.', 'coat'],
    ['A red scarf.', 'scarf'],
    ['Suit and tie.', 'collar'],
    ['A uniform.', 'uniform'],
  ])('draws the clothes in "%s"', (description, clothes) => {
    for (const name of ['MARA', 'TOBIAS', 'VEGA'])
      expect(traits({ name, description })?.['data-clothes']).toBe(clothes);
  });

  it('draws and describes a beard and glasses when the text has them', () => {
    const description = 'A man with a beard and glasses.';
    const { named } = drawn({ description });
    expect([named('beard').length, named('glasses').length]).toEqual([1, 1]);
    expect(drawPortrait({ ...mara, description }).alt).toMatch(
      /^Portrait of MARA, protagonist: .*a beard, glasses$/,
    );
    expect(drawn({ age: 8, description: 'A girl.' }).named('beard')).toHaveLength(0);
    expect(drawn({ description: 'Stubble.' }).named('beard')).toHaveLength(1);
  });
});

describe('drawConcept', () => {
  const film = {
    title: 'Night Ferry',
    logline: 'An officer has one night to find who is hiding on the car deck.',
  };

  it('is 2.35 to 1 without a frame', () => {
    const drawing = drawConcept(film);
    expect(drawing.width / drawing.height).toBeCloseTo(2.35, 2);
    expect(readSvg(drawing).named('edge')).toHaveLength(0);
  });

  it('shows the place and the hour of the film, with a small figure', () => {
    const drawing = drawConcept(film);
    expect(drawing.alt).toBe('Open sea at night, one person');
    expect(readSvg(drawing).named('ferry')).toHaveLength(1);
    expect(drawConcept({ title: 'Salt', logline: 'Two brothers cross the desert in summer.' }).alt).toBe(
      'Desert by day, two people',
    );
    expect(drawConcept({ title: 'Untitled' }).alt).toBe('City from a roof at dusk, one person');
  });

  it('differs for another film in the same place', () => {
    expect(drawConcept(film).svg).not.toEqual(drawConcept({ ...film, logline: 'By night.' }).svg);
  });
});
