import { describe, expect, test } from 'vitest';
import { element } from '#test/script.ts';
import { defaultFormat } from '../format.ts';
import { paginate } from '../layout/paginate.ts';
import { placePage } from '../layout/place.ts';
import { colorContrast, minContrast, readableColor } from './readableColor.ts';
import type { RevisedText } from './revisedText.ts';
import {
  activateRevision,
  addRevision,
  clearRevision,
  draftColors,
  nextDraftColor,
  type Revisions,
} from './revisionSets.ts';
import type { RevisionView } from './revisionViews.ts';

const fields = (name: string, mark = '*') => ({ name, mark, color: '#0000ff', pageColor: '#ffffff' });
const both = addRevision(addRevision(undefined, fields('Blue'), true), fields('Pink', '+'), true);

const long = 'The rain stops and the ferry leaves the harbour of the old town at half past nine in the dark.';
const line = (content: string, revised?: Omit<RevisedText, 'text' | 'mark'>) =>
  element('action', content, {
    extras: revised ? { revised: { mark: 0, text: content, ...revised } } : null,
  });
const script = [
  line(long, { runs: [[85, 89, 1]] }),
  line('Wind.', { runs: [[0, 5, 2]], deletions: [[5, 1]] }),
  line('Fog.', { deletions: [[0, 1]] }),
  line('Ice.'),
];

/** Return the marks in the margin of the first page, by the first word of their line. */
function marksOf(revisions: Revisions, view: RevisionView = 'all'): string[] {
  const runs = placePage(paginate(script, { ...defaultFormat, revisions: { ...revisions, view } }), 0);
  const marks = runs.filter(({ xPoints }) => xPoints === 7.75 * 72);
  return marks.map((mark) => {
    const text = runs.find((run) => run !== mark && run.yPoints === mark.yPoints)?.text;
    return `${/\w+/.exec(text ?? '')?.[0]}${mark.text}`;
  });
}

describe('marks in the margin', () => {
  test('are printed beside each line with a change, with that of the last set', () => {
    expect(marksOf(both)).toEqual(['town*', 'Wind+', 'Fog*']);
  });

  test.each([
    ['active', ['Wind+']],
    ['highest', ['Wind+']],
    ['none', []],
  ] as const)('follow the view: %s', (view, marks) => {
    expect(marksOf(both, view)).toEqual(marks);
  });

  test('are those of the active set, or else of the last one', () => {
    expect(marksOf(activateRevision(both, 1), 'active')).toEqual(['town*', 'Wind*', 'Fog*']);
    expect(marksOf(activateRevision(both, null), 'active')).toEqual(['Wind+']);
  });

  test('are gone when their set is cleared', () => {
    expect(marksOf(clearRevision(both, 1))).toEqual(['Wind+']);
  });
});

describe('header fields of revisions', () => {
  test('name the last set of the page, the active one, and the last day', () => {
    const dated = addRevision(undefined, { ...fields('Blue'), date: '2026-11-29' }, true);
    const header = (content: string, revised?: Omit<RevisedText, 'text' | 'mark'>) => {
      const running = {
        header: {
          paragraphs: [
            {
              ...{ leftInches: 1, rightInches: 7, firstIndentInches: 0, spaceBeforeLines: 0, spacing: 1 },
              runs: (['collatedRevisions', 'activeRevisions', 'lastRevised'] as const).flatMap((field) => [
                { text: '', field },
                { text: '|' },
              ]),
            },
          ],
          ...{ isVisible: true, isOnFirstPage: true },
        },
        footer: { paragraphs: [], isVisible: false, isOnFirstPage: true },
        firstNumber: 1,
      };
      const format = { ...defaultFormat, running, revisions: dated };
      return placePage(paginate([line(content, revised)], format), 0)
        .filter(({ yPoints }) => yPoints < 60)
        .map(({ text }) => text)
        .join('');
    };
    expect(header('Wind.', { runs: [[0, 4, 1]] })).toBe('Blue|Blue|November 29, 2026|');
    expect(header('Wind.')).toBe('|Blue|November 29, 2026|');
  });
});

describe('nextDraftColor', () => {
  test('follows the order of the trade, and begins again with white', () => {
    let revisions: Revisions | undefined;
    const names: string[] = [];
    for (let draft = 0; draft < 12; draft++) {
      names.push(nextDraftColor(revisions).name);
      revisions = addRevision(revisions, fields('x'), false);
    }
    expect(names.join(' ')).toBe(
      'Blue Pink Yellow Green Goldenrod Buff Salmon Cherry Tan 2nd White 2nd Blue 2nd Pink',
    );
  });
});

describe('readableColor', () => {
  test.each(['#ffffff', '#1e1c1a'])('has enough contrast on %s', (ground) => {
    for (const color of [...draftColors.map(([, each]) => each), '#ffffff', '#000000', '#ffff00'])
      expect(colorContrast(readableColor(color, ground), ground)).toBeGreaterThanOrEqual(minContrast);
    expect(readableColor('#0000ff', '#ffffff')).toBe('#0000ff');
  });
});
