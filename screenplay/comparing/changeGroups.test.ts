import { describe, expect, test } from 'vitest';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { runToCompletion } from '../steps.ts';
import { changeGroupsOf } from './changeGroups.ts';
import { compareDraftsInSteps } from './compareDrafts.ts';
import { labelDraftInSteps } from './draft.ts';
import { earlierNumberOf, movedFromText, movedToText, pageStartsOf } from './rowLabels.ts';

function compare(...drafts: ScriptElement[][]) {
  const [before, after] = drafts.map((elements) =>
    runToCompletion(labelDraftInSteps({ elements, format: defaultFormat, titlePage: null })),
  );
  if (!before || !after) throw new Error('There are two drafts');
  return runToCompletion(compareDraftsInSteps(before, after));
}

const deck = [heading('INT. DECK - DAY', '5'), action('Tobias counts the lights.'), action('A gull.')];
const hold = [
  heading('INT. HOLD - DAY', '6'),
  action('Crates and a lamp.'),
  cue('MARA'),
  dialogueLine('Open it.'),
];
const pier = [heading('EXT. PIER - DAY', '7'), action('Nobody is waiting there.')];

describe('changeGroupsOf', () => {
  test('divides changes at unchanged text and at headings', () => {
    const comparison = compare(deck, [...deck.slice(0, 2), action('Rain.'), ...hold, ...pier]);
    // A deleted and a new line, and two new scenes.
    expect(changeGroupsOf(comparison)).toEqual([
      { from: 2, to: 4 },
      { from: 4, to: 8 },
      { from: 8, to: 10 },
    ]);
  });

  test('visits a moved passage once at each position', () => {
    const comparison = compare(
      [...deck, ...hold, ...pier],
      [...hold.with(1, action('Crates and a torch.')), ...pier, ...deck],
    );
    expect(comparison.rows.map(({ type }) => type[0]).join('')).toBe('mmmscssssmmm');
    expect(changeGroupsOf(comparison)).toEqual([
      { from: 0, to: 1 },
      { from: 4, to: 5 },
      { from: 9, to: 12 },
    ]);
  });

  test('returns nothing for equal drafts', () => {
    expect(changeGroupsOf(compare(deck, deck))).toEqual([]);
  });
});

describe('rowLabels', () => {
  const long = Array.from({ length: 60 }, (_, index) => action(`Line ${index} is long enough.`));
  const comparison = compare([...deck, ...long, ...pier], [...pier, ...deck, ...long]);

  test('name the pages of both positions of a passage', () => {
    expect(movedFromText(comparison, 0)).toBe('Moved from page 3');
    expect(movedToText(comparison, 0)).toBe('Moved to page 1 (2 elements)');
  });

  test('list where the pages of both drafts begin', () => {
    const starts = pageStartsOf(comparison).flatMap(({ before, after }) => [before && `(${before})`, after]);
    expect(starts.filter(Boolean)).toEqual(['1', '(1)', '2', '(2)', '3', '(3)']);
  });

  test('name the earlier number of a scene whose number changed', () => {
    const renumbered = compare(deck, [
      { ...(deck[0] as ScriptElement), sceneNumber: '5A' },
      ...deck.slice(1),
    ]);
    expect(earlierNumberOf(renumbered, 0)).toBe('5');
    expect(earlierNumberOf(comparison, 2)).toBeNull();
  });
});
