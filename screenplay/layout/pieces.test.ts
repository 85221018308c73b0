import { describe, expect, test } from 'vitest';
import { randomScript } from '#test/randomScript.ts';
import { action, column, cue, dialogueLine, element, heading, paren } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat, type ScriptFormat } from '../format.ts';
import { paginate } from './paginate.ts';
import { pageOf, piecesOn, slotOf, slotsOn } from './pieces.ts';
import { plainTextOf } from './text.ts';
import type { Pagination, Piece } from './types.ts';

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

function allPieces(pagination: Pagination): Piece[] {
  return pagination.pages.flatMap((_, page) => piecesOn(pagination, page));
}

function expectCompletePrint(elements: readonly ScriptElement[], format: ScriptFormat): void {
  const pagination = paginate(elements, format);
  const printed = elements.map(() => '');
  pagination.pages.forEach((_, page) => {
    expect(slotsOn(pagination, page)).toBeLessThanOrEqual(pagination.linesPerPage);
    const free = { left: 0, right: 0 };
    for (const { elementIndex, slot, spacing, lines, column: side } of piecesOn(pagination, page)) {
      const text = plainTextOf(elements[elementIndex] as ScriptElement);
      printed[elementIndex] += lines.map(({ from, to }) => text.slice(from, to)).join('');
      // No piece overlaps another or exceeds the page.
      expect(slot).toBeGreaterThanOrEqual(side === null ? Math.max(free.left, free.right) : free[side]);
      const end = slot + lines.length * spacing;
      expect(end).toBeLessThanOrEqual(pagination.linesPerPage);
      if (side !== 'right') free.left = end;
      if (side !== 'left') free.right = end;
    }
  });
  expect(printed.map(withoutSpaces)).toEqual(elements.map((each) => withoutSpaces(plainTextOf(each))));
  const order = allPieces(pagination).map(({ elementIndex }) => elementIndex);
  expect(order).toEqual([...order].sort((a, b) => a - b));
}

describe('piecesOn for any script', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'prints every character once, in order, inside its page (seed %i)',
    (seed) => {
      expectCompletePrint(randomScript(seed, 400), defaultFormat);
      expectCompletePrint(randomScript(seed, 200), { ...defaultFormat, paper: 'a4', bottomMarginPoints: 36 });
    },
  );

  test('prints every character once when whole pages have no possible break', () => {
    const text = (length: number) => 'ab cd-efg\n'.repeat(length);
    const speech = [
      cue('MARA'),
      paren(`(${text(90)})`),
      dialogueLine(text(300)),
      paren('(beat)'),
      dialogueLine('x'.repeat(9000)),
    ];
    expectCompletePrint(
      [heading(text(70)), ...speech, action(text(200)), cue(text(60)), dialogueLine(text(10))],
      defaultFormat,
    );
    expectCompletePrint([...column('left', ...speech), ...column('right', ...speech)], defaultFormat);
    expectCompletePrint(
      [dialogueLine(text(200)), action('夜間渡輪'.repeat(2000)), action('_a_ *b*\n'.repeat(400))],
      defaultFormat,
    );
  });

  test('agrees with pageOf and slotOf on the first line of every element', () => {
    const elements = randomScript(9, 500);
    const pagination = paginate(elements, defaultFormat);
    const found = elements.map((_, index) => [pageOf(pagination, index), slotOf(pagination, index)]);
    const seen = new Map<number, [number, number]>();
    pagination.pages.forEach((_, page) => {
      for (const { elementIndex, slot } of piecesOn(pagination, page)) {
        if (!seen.has(elementIndex)) seen.set(elementIndex, [page, slot]);
      }
    });
    expect(found).toEqual(elements.map((_, index) => seen.get(index)));
  });
});

describe('piecesOn for a speech that continues on the next page', () => {
  const filler = Array.from({ length: 48 }, () =>
    element('action', 'One line.', { originalType: 'General' }),
  );
  const sentences = Array.from({ length: 8 }, (_, i) => `Sentence number ${i + 10} goes up to here.`).join(
    ' ',
  );

  function broken(name: string, format = defaultFormat): [Piece | undefined, Piece | undefined] {
    const pagination = paginate([...filler, cue(name), dialogueLine(sentences)], format);
    return [piecesOn(pagination, 0).at(-1), piecesOn(pagination, 1)[0]];
  }

  test('adds (MORE) below the first half and the cue above the second', () => {
    const [above, below] = broken('TOBIAS');
    expect(above).toMatchObject({ elementIndex: 49, slot: 50, hasMore: true, repeatedCue: null });
    expect(above?.lines).toHaveLength(4);
    expect(below).toMatchObject({
      elementIndex: 49,
      slot: 0,
      hasMore: false,
      repeatedCue: "TOBIAS (CONT'D)",
    });
    expect(below?.lines).toHaveLength(4);
  });

  test('keeps the extensions of the cue and never prints (CONT’D) twice', () => {
    expect(broken('Tobias (V.O.)')[1]?.repeatedCue).toBe("TOBIAS (V.O.) (CONT'D)");
    expect(broken("TOBIAS (cont'd)")[1]?.repeatedCue).toBe("TOBIAS (CONT'D)");
    expect(broken('TOBIAS (CONT’D)')[1]?.repeatedCue).toBe('TOBIAS (CONT’D)');
  });

  test('uses the continued text of the file', () => {
    const format = { ...defaultFormat, continuedText: '(forts.)' };
    expect(broken('TOBIAS', format)[1]?.repeatedCue).toBe('TOBIAS (forts.)');
  });

  test('marks a break between two parts of the speech', () => {
    const parts = [
      cue('MARA'),
      dialogueLine('Hold on to the rail, whatever happens, and do not once look back'),
      paren('(beat)'),
      dialogueLine('Go.'),
    ];
    const pagination = paginate([...filler, action('So.'), ...parts], defaultFormat);
    expect(piecesOn(pagination, 0).at(-1)?.hasMore).toBe(true);
    expect(piecesOn(pagination, 1)[0]).toMatchObject({ repeatedCue: "MARA (CONT'D)", elementIndex: 51 });
  });
});

describe('piecesOn', () => {
  test('returns the offsets of the lines without the spaces between', () => {
    const elements = [action(`${'abcdefghi '.repeat(7)} end`)];
    const [piece] = piecesOn(paginate(elements, defaultFormat), 0);
    expect(piece?.lines).toEqual([
      { from: 0, to: 59 },
      { from: 60, to: 74 },
    ]);
  });

  test('counts offsets without emphasis marks', () => {
    const [piece] = piecesOn(paginate([action('*Hold* **on**.')], defaultFormat), 0);
    expect(piece?.lines).toEqual([{ from: 0, to: 8 }]);
  });

  test('places the columns of a dual dialogue side by side', () => {
    const elements = [
      action('Both.'),
      ...column('left', cue('MARA'), dialogueLine('Now.')),
      ...column('right', cue('TOBIAS'), paren('(low)'), dialogueLine('Not yet.')),
    ];
    const pagination = paginate(elements, defaultFormat);
    expect(piecesOn(pagination, 0).map(({ slot, column: side }) => [slot, side])).toEqual([
      [0, null],
      [2, 'left'],
      [3, 'left'],
      [2, 'right'],
      [3, 'right'],
      [4, 'right'],
    ]);
    expect(slotsOn(pagination, 0)).toBe(5);
  });

  test('returns the same objects when called again', () => {
    const pagination = paginate([action('One.')], defaultFormat);
    expect(piecesOn(pagination, 0)).toBe(piecesOn(pagination, 0));
    expect(piecesOn(pagination, 7)).toEqual([]);
  });
});
