import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import { randomBlock, randomScript, randomText } from '#test/randomScript.ts';
import { action, column, cue, dialogueLine } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { paginate } from './paginate.ts';
import { piecesOn } from './pieces.ts';
import type { Pagination } from './types.ts';

/**
 * Edit a script as a user does: text, types, new and deleted elements, moved blocks. Other objects
 * are reused.
 */
function edited(elements: readonly ScriptElement[], random: Random): ScriptElement[] {
  const after = elements.slice();
  const at = random.below(after.length + 1);
  const element = after[at];
  const kind = random.below(10);
  if (!element || kind < 2) after.splice(at, 0, ...randomBlock(random));
  else if (kind < 4) after.splice(at, 1 + random.below(4));
  else if (kind < 5)
    after[at] = {
      ...element,
      elementType: random.pick(['action', 'dialogue', 'character', 'transition', 'scene_heading']),
    };
  else if (kind < 6) after[at] = { ...element, dual: random.pick(['left', 'right', null]) };
  else if (kind < 7) after.splice(random.below(after.length), 0, ...after.splice(at, 1 + random.below(6)));
  else after[at] = { ...element, content: randomText(random, 1 + random.below(60)) };
  return after;
}

function expectAsWhole(pagination: Pagination): void {
  const whole = paginate(pagination.elements, pagination.format);
  expect(pagination.pages).toEqual(whole.pages);
  expect(pagination.marks).toEqual(whole.marks);
  expect(pagination.paragraphs.count).toBe(whole.paragraphs.count);
}

describe('paginate with an earlier pagination', () => {
  test.each([1, 2, 3, 4])(
    'gives the same pages as a full pagination after a thousand edits (seed %i)',
    (seed) => {
      const random = seeded(seed);
      let pagination = paginate(randomScript(seed, 250), defaultFormat);
      for (let round = 0; round < 250; round++) {
        const after = random.chance(0.9)
          ? edited(pagination.elements, random)
          : edited(edited(pagination.elements, random), random);
        pagination = paginate(after, defaultFormat, pagination);
        expectAsWhole(pagination);
      }
    },
  );

  test('reuses the pages before the edit, and after it from the first page that starts as before', () => {
    const elements = randomScript(5, 1200);
    const before = paginate(elements, defaultFormat);
    const middle = elements.length >> 1;
    const after = elements.slice();
    after[middle] = { ...(elements[middle] as ScriptElement) };
    const pagination = paginate(after, defaultFormat, before);
    const remade = pagination.pages.filter((page, index) => page !== before.pages[index]).length;
    expect(before.pages.length).toBeGreaterThan(40);
    expect(remade).toBeLessThan(8);
    expectAsWhole(pagination);
  });

  test('moves later pages on by one element when an element is inserted', () => {
    const filler = Array.from({ length: 54 }, () => action('One line.'));
    const before = paginate(filler, defaultFormat);
    const after = [action('One line.'), ...filler];
    expect(paginate(after, defaultFormat, before).pages.map(({ elementIndex }) => elementIndex)).toEqual([
      0, 27, 54,
    ]);
  });

  test('returns the same pagination for the same elements', () => {
    const elements = randomScript(6, 100);
    const before = paginate(elements, defaultFormat);
    expect(paginate(elements.slice(), defaultFormat, before)).toBe(before);
  });

  test('starts from scratch for another format', () => {
    const elements = randomScript(7, 300);
    const a4 = { ...defaultFormat, paper: 'a4' as const };
    const pagination = paginate(elements, a4, paginate(elements, defaultFormat));
    expect(pagination.linesPerPage).toBe(58);
    expectAsWhole(pagination);
  });

  test('handles deleting all elements and writing them again', () => {
    const elements = randomScript(8, 300);
    const none = paginate([], defaultFormat, paginate(elements, defaultFormat));
    expect(none.pages).toEqual([{ elementIndex: 0, offset: 0, blanksSkipped: 0 }]);
    expect(piecesOn(none, 0)).toEqual([]);
    expectAsWhole(paginate(elements, defaultFormat, none));
  });

  test('sets a dual dialogue as two speeches once it is taller than a page', () => {
    const dual = [
      ...column('left', cue('MARA'), dialogueLine('Hold on. '.repeat(20).trim())),
      ...column('right', cue('TOBIAS'), dialogueLine('To what?')),
    ];
    const before = paginate([action('Dark.'), ...dual, action('Light.')], defaultFormat);
    const after = before.elements.slice();
    after[4] = { ...(after[4] as ScriptElement), content: 'To what? '.repeat(250).trim() };
    const pagination = paginate(after, defaultFormat, before);
    expectAsWhole(pagination);
    expect(piecesOn(pagination, 0).every(({ column: side }) => side === null)).toBe(true);
    expectAsWhole(paginate(before.elements, defaultFormat, pagination));
  });

  test('makes the rest of a speech on the next page a separate block when its cue is deleted', () => {
    const filler = Array.from({ length: 22 }, () => action('One line.'));
    const speech = [cue('MARA'), dialogueLine(`${'Hold on to me. '.repeat(30)}`.trim())];
    const before = paginate([...filler, ...speech, action('Then.')], defaultFormat);
    expect(before.pages[1]?.offset).toBeGreaterThan(0);
    const after = before.elements.filter((element) => element !== speech[0]);
    expectAsWhole(paginate(after, defaultFormat, before));
  });
});
