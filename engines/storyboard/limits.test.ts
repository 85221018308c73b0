import { describe, expect, it } from 'vitest';
import { drawConcept } from './concept.ts';
import { drawPortrait } from './portrait/portrait.ts';
import { drawScene } from './scene.ts';
import { pictureSize } from './size.ts';
import type { SvgPicture } from './svgPicture.ts';
import { readSvg } from './testing.ts';

const places = [
  ...[
    'STREET',
    'HARBOUR',
    'SEA',
    'FERRY DECK',
    'BEACH',
    'FOREST',
    'FIELD',
    'MOUNTAIN',
    'DESERT',
    'ROOF',
    'ROAD',
    'HOUSE',
    'STATION',
    'ZORBLAX',
  ].map((place) => `EXT. ${place}`),
  ...[
    'ROOM',
    'BEDROOM',
    'KITCHEN',
    'BAR',
    'OFFICE',
    'CORRIDOR',
    'CAR',
    'CABIN',
    'CAR DECK',
    'WAREHOUSE',
    'CHURCH',
    'CELL',
    'HOSPITAL',
    'ZORBLAX',
  ].map((place) => `INT. ${place}`),
];
const ratios = ['1:4', '9:16', '3:4', '1:1', '4:3', '16:9', '2.35:1', '4:1'];
const texts = ['', 'A storm. A crowd. A scream.', 'Snow. They whisper to each other.', 'Rain. Alone.'];

const hostile = [
  '</title></svg><script>alert(1)</script>',
  '"><image href="https://example.com/x.png" onload="alert(1)"/>',
  "' onclick='alert(1)",
  '<![CDATA[ ]]> &amp; &#0; &bogus;',
  '<style>*{}</style><foreignObject/>',
  `EXT. ${'A'.repeat(20_000)} - NIGHT`,
  '🎬'.repeat(5000),
  '\uD83C broken \uDF00 \u0000\u0008\u001F \uFFFE',
  '\u202Eright to left\u202C',
];

function expectHarmless(drawing: SvgPicture) {
  const { elements, source, text } = readSvg(drawing);
  const allowed = [
    'svg',
    'title',
    'desc',
    'defs',
    'clipPath',
    'linearGradient',
    'radialGradient',
    'stop',
    'g',
    'rect',
    'circle',
    'ellipse',
    'path',
  ];
  expect(elements.map(({ name }) => name).filter((name) => !allowed.includes(name))).toEqual([]);
  const attributes = elements.flatMap((element) => Object.entries(element.attributes));
  expect(attributes.filter(([name]) => /^on|href|^style$|^class$/i.test(name))).toEqual([]);
  // References stay inside the file.
  expect(attributes.filter(([, value]) => /url\((?!#)|javascript:|data:/.test(value))).toEqual([]);
  expect(attributes.filter(([, value]) => /NaN|Infinity|undefined/.test(value))).toEqual([]);
  // The largest drawing is a crowd in colour in a street full of windows.
  expect(source.length).toBeLessThan(72_000);
  expect(text.length).toBeLessThan(700);
}

/**
 * Expect everything to be inside a clip of the frame's size, and every reference to have a target.
 */
function expectFramed(drawing: SvgPicture) {
  const { elements } = readSvg(drawing);
  const [svg, ...rest] = elements;
  const { width, height } = drawing;
  expect(svg?.attributes).toMatchObject({ viewBox: `0 0 ${width} ${height}` });
  const clip = rest.findIndex(({ name }) => name === 'clipPath');
  expect(rest[clip + 1]?.attributes).toEqual({ width: String(width), height: String(height) });
  const ids = rest.flatMap(({ attributes }) => attributes.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const used = rest.flatMap(({ attributes }) =>
    Object.values(attributes).flatMap((value) => /^url\(#(.+)\)$/.exec(value)?.[1] ?? []),
  );
  expect(used.filter((id) => !ids.includes(id))).toEqual([]);
}

describe('limits of every picture', () => {
  it.each(ratios)('fits a frame of %s for every place', (ratio) => {
    const size = pictureSize(ratio);
    for (const place of places) {
      for (const [index, text] of texts.entries()) {
        const heading = `${place} - ${['DAY', 'NIGHT', 'DUSK', 'DAWN'][index]}`;
        const drawing = drawScene({ heading, text, ratio });
        expect(drawing).toMatchObject(size);
        expectHarmless(drawing);
        expectFramed(drawing);
      }
    }
  });

  it.each(ratios)('keeps people inside a frame of %s', (ratio) => {
    for (const place of places) {
      for (const count of [1, 2, 3, 5, 12]) {
        const drawing = drawScene({
          heading: `${place} - DAY`,
          characters: Array.from({ length: count }, (_, index) => `P${index}`),
          ratio,
        });
        const { elements } = readSvg(drawing);
        const inks = elements.filter(
          ({ attributes }) => attributes.cx !== undefined && attributes.opacity === '.35',
        );
        for (const { attributes } of inks.slice(-count)) {
          const [x, y, half] = [attributes.cx, attributes.cy, attributes.rx].map(Number);
          expect((x ?? 0) - (half ?? 0)).toBeGreaterThanOrEqual(0);
          expect((x ?? 0) + (half ?? 0)).toBeLessThanOrEqual(drawing.width);
          expect(y).toBeLessThanOrEqual(drawing.height);
        }
      }
    }
  });

  it.each([
    ['falls', 'MARA looks up at the clock. TOBIAS falls out of the taxi.'],
    ['lies', 'TOBIAS lies on the quay. MARA kneels beside him.'],
    ['lies alone', 'FULL SHOT. TOBIAS lies still.'],
  ])('shows a figure that %s from head to foot', (_what, action) => {
    for (const [place, ratio] of places.flatMap((name) =>
      (['16:9', '4:3', '9:16'] as const).map((of) => [name, of] as const),
    )) {
      const characters = action.includes('MARA') ? ['MARA', 'TOBIAS'] : ['TOBIAS'];
      const drawing = drawScene({ heading: `${place} - NIGHT`, characters, action, text: action, ratio });
      const { elements } = readSvg(drawing);
      const isPose = ({ attributes }: (typeof elements)[number]) => attributes['data-pose'] !== undefined;
      for (const [at, element] of elements.entries()) {
        if (!['fall', 'lie'].includes(element.attributes['data-pose'] ?? '')) continue;
        const rest = elements.slice(at + 1);
        const next = rest.findIndex((each) => isPose(each) || each.attributes['data-part'] !== undefined);
        const round = rest.slice(0, next).filter(({ name }) => name === 'circle');
        expect(round.length).toBeGreaterThan(0);
        for (const { attributes } of round) {
          const [x, r] = [Number(attributes.cx), Number(attributes.r)];
          expect(x - r).toBeGreaterThanOrEqual(0);
          expect(x + r).toBeLessThanOrEqual(drawing.width);
        }
      }
    }
  });

  it.each([
    ['8:1', 4],
    ['1:9', 0.25],
    ['nonsense', 16 / 9],
    ['0:0', 16 / 9],
    ['1:0', 16 / 9],
    [Number.NaN, 16 / 9],
    [-2, 16 / 9],
    ['2.35:1', 2.35],
    [2.35, 2.35],
  ])('draws a frame of %s %d times as wide as high', (ratio, share) => {
    const { width, height } = pictureSize(ratio);
    expect(width / height).toBeCloseTo(share, 1);
  });

  it.each(hostile.map((text, index) => [index, text] as const))(
    'shows hostile text %i as short plain text',
    (_, text) => {
      const type = 'supporting' as const;
      const all = [
        drawScene({ heading: text, text, characters: [text], ratio: '16:9' }),
        drawScene({ heading: `EXT. ${text} - NIGHT`, text: text.repeat(20), ratio: '16:9' }),
        drawPortrait({
          name: text,
          characterType: type,
          role: text,
          description: text,
          age: 1e9,
          ratio: '3:4',
        }),
        drawConcept({ title: text, logline: text, synopsis: text }),
      ];
      for (const drawing of all) {
        expectHarmless(drawing);
        expectFramed(drawing);
        expect(drawing.alt.length).toBeLessThan(200);
      }
    },
  );

  it('reads only the beginning of a very long text', () => {
    const long = `${'a '.repeat(4000)} A crowd in the rain.`;
    const { named } = readSvg(
      drawScene({ heading: 'EXT. FIELD - DAY', text: `Snow. ${long.repeat(40)}`, ratio: 1 }),
    );
    expect([named('snow').length, named('rain').length, named('figure').length]).toEqual([1, 0, 0]);
  });
});
