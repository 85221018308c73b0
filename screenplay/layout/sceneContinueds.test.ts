import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { randomScript } from '#test/randomScript.ts';
import { action, column, cue, dialogueLine, heading } from '#test/script.ts';
import { defaultFormat, defaultSceneContinueds, type ScriptFormat } from '../format.ts';
import { eighthsOf } from './eighths.ts';
import { paginate } from './paginate.ts';
import { piecesOn, slotsOn } from './pieces.ts';
import { placePage } from './place.ts';

const format: ScriptFormat = {
  ...defaultFormat,
  sceneContinueds: { ...defaultSceneContinueds, isBottomShown: true, isTopShown: true, isNumbered: true },
};
const filler = (count: number) => Array.from({ length: count }, () => action('One line.'));

function printed(elements: ReturnType<typeof filler>, page: number) {
  return placePage(paginate(elements, format), page)
    .filter(({ text }) => text.includes('CONTINUED'))
    .map(({ text, xPoints, yPoints }) => [text, Math.round((xPoints / 72) * 100) / 100, (yPoints - 81) / 12]);
}

describe('placePage where a scene goes on', () => {
  // A heading, and action on every second line.
  const elements = [heading('INT. FERRY'), ...filler(70)];

  test('prints (CONTINUED) below the last line and CONTINUED: above the first, counted', () => {
    expect(printed(elements, 0)).toEqual([['(CONTINUED)', 6, 52]]);
    expect(printed(elements, 1)).toEqual([
      ['CONTINUED:', 1.5, 0],
      ['(CONTINUED)', 6, 52],
    ]);
    expect(printed(elements, 2)).toEqual([['CONTINUED: (2)', 1.5, 0]]);
  });

  test('prints nothing where a page ends with its scene', () => {
    const scenes = [heading('INT. FERRY'), ...filler(26), heading('EXT. SEA'), ...filler(3)];
    expect([printed(scenes, 0), printed(scenes, 1)]).toEqual([[], []]);
  });

  test('does not count the texts in the length of a scene', () => {
    const pagination = paginate(elements, format);
    // 71 elements, all but the first of a page with an empty line above.
    expect(eighthsOf(pagination, 0, elements.length)).toBe(Math.ceil(((71 * 2 - 3) / 54) * 8));
  });
});

test.for([
  [false, false, 52, true],
  [false, false, 54, false],
  [true, false, 51, true],
  [true, false, 52, false],
  [true, true, 49, true],
  [true, true, 51, false],
] as const)(
  'paginate with text above (%s) and below (%s) sets speeches of %i lines side by side: %s',
  ([isTopShown, isBottomShown, lines, isSideBySide]) => {
    const sceneContinueds = { ...defaultSceneContinueds, isTopShown, isBottomShown };
    const speech = dialogueLine(Array(lines).fill('Yes.').join('\n'));
    const elements = [...column('left', cue('MARA'), speech), ...column('right', cue('TOBIAS'), speech)];
    const pagination = paginate(elements, { ...defaultFormat, sceneContinueds });
    expect(piecesOn(pagination, 0)[0]?.column).toBe(isSideBySide ? 'left' : null);
  },
);

test('paginate with texts where a scene goes on fits all pages, also after edits', () => {
  for (let seed = 1; seed <= 5; seed++) {
    const random = seeded(seed);
    let elements = randomScript(seed, 400);
    let pagination = paginate(elements, format);
    for (let edit = 0; edit < 20; edit++) {
      const at = random.below(elements.length);
      const added = random.chance(0.5) ? [heading('INT. FERRY')] : filler(1 + random.below(3));
      elements = elements.toSpliced(at, random.below(3), ...added);
      pagination = paginate(elements, format, pagination);
      expect(pagination.pages).toEqual(paginate([...elements], format).pages);
    }
    for (const page of pagination.pages.keys()) expect(slotsOn(pagination, page)).toBeLessThanOrEqual(54);
  }
});
