import { expect, test } from 'vitest';
import { action, cue, dialogueLine, heading, paren } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { paginate } from './paginate.ts';
import { piecesOn } from './pieces.ts';
import { plainTextOf } from './text.ts';

/*
 * Page breaks observed in Final Draft 11 (docs/format.md, "Page breaks"). The scripts are our own,
 * with words of the same lengths as in the originals. So this much is tested even without
 * CORPUS_DIR; truths.test.ts tests the rest.
 */
const shortLines = (count: number) =>
  Array.from({ length: count }, (_, i) => action(`It rains at ${i + 10}.`));

interface MeasuredBreak {
  title: string;
  elements: ScriptElement[];
  /** Last words of the first page and first words of the second, by their printed numbers. */
  endOfPage1: string;
  startOfPage2: string;
}

const measured: MeasuredBreak[] = [
  {
    title: 'cuts a speech after the last sentence that fits, even inside a line',
    elements: [
      heading('INT. CAR DECK - DAY'),
      ...shortLines(24),
      cue('TOBIAS'),
      dialogueLine('Mara never gave you this?'),
      paren('(she closes her eyes)'),
      dialogueLine(
        'Probably kept it home. We would have read it twice anyway. Now the ferry has none of its papers.',
      ),
    ],
    endOfPage1: 'Probably kept it home.',
    startOfPage2: 'We would have read it twice',
  },
  {
    title: 'ends a page with a parenthetical when a later cut would leave one line below',
    elements: [
      heading('INT. CAR DECK - DAY'),
      ...shortLines(24),
      cue('TOBIAS'),
      dialogueLine('Mara never gave you this?'),
      paren('(she closes her eyes)'),
      dialogueLine("Good so. We'd have kept it going. None of the papers or ropes, today."),
    ],
    endOfPage1: '(she closes her eyes)',
    startOfPage2: "Good so. We'd have kept it",
  },
  {
    title: 'cuts a speech of two long sentences between them',
    elements: [
      heading('INT. CAR DECK - DAY'),
      ...shortLines(22),
      cue('TOBIAS (V.O.)'),
      dialogueLine(
        'I told captain about the currents of tidal bay water and its effect on ship cables moored, and how bad enforcement of timetable notices had made mooring and docks unexpectedly unreliable.  Reading this note, captain was left with one conviction:',
      ),
    ],
    endOfPage1: 'unexpectedly unreliable.',
    startOfPage2: 'Reading this note, captain was',
  },
];

test.each(measured)('$title', ({ elements, endOfPage1, startOfPage2 }) => {
  const pagination = paginate(elements, defaultFormat);
  const textOn = (page: number) =>
    piecesOn(pagination, page)
      .flatMap(({ elementIndex, lines }) => {
        const text = plainTextOf(elements[elementIndex] as ScriptElement);
        return lines.map(({ from, to }) => text.slice(from, to));
      })
      .join(' ');
  expect(pagination.pages).toHaveLength(2);
  expect(textOn(0).slice(-endOfPage1.length)).toBe(endOfPage1);
  expect(textOn(1).slice(0, startOfPage2.length)).toBe(startOfPage2);
});
