import { describe, expect, test } from 'vitest';
import { PastScript, pastElement } from '#test/pastScript.ts';
import { seeded } from '#test/random.ts';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import { emptyTitlePage, type ScriptElement, type TitlePage } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { plainTextOf } from '../layout/text.ts';
import { runToCompletion } from '../steps.ts';
import { type ComparedRow, compareDraftsInSteps } from './compareDrafts.ts';
import { describeCounts } from './countChanges.ts';
import { type DraftElement, draftElementOf, labelDraftInSteps } from './draft.ts';

function draftOf(elements: readonly DraftElement[], titlePage: TitlePage | null = null) {
  return runToCompletion(labelDraftInSteps({ elements, format: defaultFormat, titlePage }));
}
const compare = (before: readonly DraftElement[], after: readonly DraftElement[]) =>
  runToCompletion(compareDraftsInSteps(draftOf(before), draftOf(after)));
const withIds = (elements: readonly ScriptElement[]) =>
  elements.map((each, index) => ({ ...each, id: index + 1 }));
const formatRows = (rows: readonly ComparedRow[]) =>
  rows.map(({ type, before, after }) => [type, before?.content ?? '', after?.content ?? '']);

const [rain, horn, mara] = withIds([action('Rain.'), action('Horn.'), action('Mara looks up.')]) as [
  DraftElement,
  DraftElement,
  DraftElement,
];
const deck = [
  heading('INT. DECK - NIGHT', '5'),
  action('Tobias waits at the rail and counts the lights.'),
  cue('MARA'),
  dialogueLine('You came alone.'),
  cue('TOBIAS'),
  dialogueLine('I always do.'),
];
const hold = [
  heading('INT. HOLD - NIGHT', '6'),
  action('Crates. A lamp swings.'),
  cue('MARA'),
  dialogueLine('Then open it.'),
];
const bridge = [
  heading('EXT. BRIDGE - DAWN', '7'),
  action('Gulls over the wheelhouse.'),
  cue('TOBIAS'),
  dialogueLine('We are late, and the tide knows.'),
  action('He turns the wheel.'),
];

describe('compareDraftsInSteps', () => {
  test('returns one row for an element on both sides, with the word differences', () => {
    const { rows } = compare([rain, horn], [rain, { ...horn, content: 'Long horn.' }]);
    expect(formatRows(rows)).toEqual([
      ['same', 'Rain.', 'Rain.'],
      ['changed', 'Horn.', 'Long horn.'],
    ]);
    expect(rows[0]?.runs).toBeNull();
    expect(rows[1]?.runs?.map(({ text, type }) => [type, text])).toEqual([
      ['removed', 'Horn'],
      ['added', 'Long horn'],
      ['same', '.'],
    ]);
  });

  test('reports another type, parenthetical, column and alignment', () => {
    const changes: [Partial<DraftElement>, string, string][] = [
      [{ elementType: 'dialogue' }, 'Action', 'Dialogue'],
      [{ parenthetical: '(beat)' }, 'no parenthetical', '(beat)'],
      [{ dual: 'left' }, 'one column', 'left column'],
      [{ extras: { layout: { alignment: 'Center' } } }, 'default alignment', 'Centre aligned'],
    ];
    for (const [change, before, after] of changes)
      expect(compare([rain], [{ ...rain, ...change }]).rows).toMatchObject([
        { type: 'changed', runs: null, facts: [{ before, after }] },
      ]);
  });

  test('reports words that have another style', () => {
    const { rows } = compare([mara], [{ ...mara, content: 'Mara **looks** up.' }]);
    expect(rows[0]?.runs?.map(({ text, type }) => [type, text])).toEqual([
      ['same', 'Mara '],
      ['restyled', 'looks'],
      ['same', ' up.'],
    ]);
  });

  test('lists removed elements before those inserted in their place', () => {
    const { rows } = compare(
      [rain, horn, mara],
      [rain, { ...action('Gulls.'), id: 4 }, mara, { ...action('Night.'), id: 5 }],
    );
    expect(formatRows(rows)).toEqual([
      ['same', 'Rain.', 'Rain.'],
      ['removed', 'Horn.', ''],
      ['added', '', 'Gulls.'],
      ['same', 'Mara looks up.', 'Mara looks up.'],
      ['added', '', 'Night.'],
    ]);
  });

  test('lists a moved element at both positions, and counts it once', () => {
    const { rows, counts } = compare([rain, horn, mara], [horn, mara, { ...rain, content: 'Soft rain.' }]);
    expect(formatRows(rows)).toEqual([
      ['moved', 'Rain.', ''],
      ['same', 'Horn.', 'Horn.'],
      ['same', 'Mara looks up.', 'Mara looks up.'],
      ['moved', '', 'Soft rain.'],
    ]);
    expect(rows[3]?.runs).not.toBeNull();
    expect(counts.elements).toEqual({ same: 2, changed: 0, added: 0, removed: 0, moved: 1 });
  });

  test.each([
    ['with ids', withIds],
    ['without ids, as those of a file', (elements: readonly ScriptElement[]) => elements],
  ])('reports a moved scene as one passage, %s', (_, prepare) => {
    const [before, all] = [prepare([...deck, ...hold, ...bridge]), prepare([...deck, ...hold, ...bridge])];
    const [first, second, third] = [all.slice(0, 6), all.slice(6, 10), all.slice(10)];
    const rewritten = first.map((each) =>
      each.content === 'You came alone.' ? { ...each, content: 'You really came alone.' } : each,
    );
    const { rows, passages, counts } = compare(before, [...second, ...third, ...rewritten]);
    expect(passages).toEqual([{ fromRow: 0, toRow: 15, elementCount: 6 }]);
    expect(rows.filter(({ type }) => type === 'same')).toHaveLength(9);
    expect(rows[18]).toMatchObject({ type: 'moved', beforeIndex: 3, afterIndex: 12 });
    expect(rows[18]?.runs?.some(({ type }) => type === 'added')).toBe(true);
    expect(describeCounts(counts)).toBe('1 scene changed, 1 moved. 6 elements moved.');
  });

  test('does not report short text elsewhere as moved without ids', () => {
    const { rows, passages } = compare(
      [action('A horn sounds twice.'), ...hold, ...bridge],
      [...hold, ...bridge, action('A horn sounds twice.')],
    );
    expect(passages).toEqual([]);
    expect(rows.filter(({ type }) => type !== 'same').map(({ type }) => type)).toEqual(['removed', 'added']);
  });

  test('matches rewritten lines of a file by their words', () => {
    const after = [
      ...deck.slice(0, 1),
      action('Tobias waits at the rail and counts every light.'),
      cue('MARTA'),
      ...deck.slice(3),
    ];
    expect(compare(deck, after).rows.map(({ type }) => type)).toEqual([
      ...['same', 'changed', 'changed', 'same', 'same', 'same'],
    ]);
  });

  test('counts scenes that changed, were added, were deleted, and text before the first', () => {
    const before = [action('Black.'), ...deck, ...hold];
    const after = [action('Black screen.'), ...deck.with(5, dialogueLine('I never do.')), ...bridge];
    expect(describeCounts(compare(before, after).counts)).toBe(
      '1 scene changed, 1 added, 1 removed, text before the first scene changed. 2 elements changed, 5 added, 4 removed.',
    );
  });

  test('has page labels and scene numbers of both drafts', () => {
    const long = Array.from({ length: 60 }, (_, index) => action(`Line ${index}.`));
    const { before, after } = compare([...deck, ...bridge], [...deck, ...long, ...bridge]);
    expect([before.labels.pages.at(-1), after.labels.pages.at(-1)]).toEqual(['1', '3']);
    expect(before.labels.scenes.filter(Boolean)).toEqual(['5', '7']);
  });

  test('reports all elements as added or removed when one script is empty', () => {
    expect(compare([], [rain, horn]).counts.elements).toMatchObject({ added: 2, same: 0 });
    expect(compare([rain, horn], []).counts.elements).toMatchObject({ removed: 2, same: 0 });
    expect(describeCounts(compare([], []).counts)).toBe('No differences');
  });

  test('reports changed fields of the title page', () => {
    const before = draftOf([], { ...emptyTitlePage, title: 'Night Ferry', draftDate: 'May 4' });
    const after = draftOf([], { ...emptyTitlePage, title: 'Night Ferry', draftDate: 'June 4' });
    const { titlePage } = runToCompletion(compareDraftsInSteps(before, after));
    expect(titlePage.map(({ name, runs }) => [name, runs.map(({ text }) => text)])).toEqual([
      ['Draft date', ['May', 'June', ' 4']],
    ]);
  });

  test.each([1, 2, 3])('turns each draft into the other (seed %i)', (seed) => {
    const random = seeded(seed);
    const script = new PastScript();
    for (let i = 0; i < 200; i++) script.step(random);
    for (let i = 0; i < 60; i++) {
      // Elements of a file have no ids.
      const isFile = random.chance(0.5);
      const pick = () =>
        random.pick(script.moments).elements.map((each) => ({
          ...draftElementOf(pastElement(each.id, each.content, each)),
          ...(isFile && { id: undefined }),
        }));
      const [before, after] = [pick(), pick()];
      const { rows, counts } = compare(before, after);
      expect(rows.flatMap((row) => row.before ?? [])).toEqual(before);
      expect(rows.flatMap((row) => row.after ?? [])).toEqual(after);
      for (const row of rows) {
        const [was, is] = [before[row.beforeIndex], after[row.afterIndex]];
        if (!row.runs || !was || !is) continue;
        const join = (left: string) => row.runs?.map((run) => (run.type === left ? '' : run.text)).join('');
        expect([join('added'), join('removed')]).toEqual([plainTextOf(was), plainTextOf(is)]);
      }
      const { same, changed, moved, removed, added } = counts.elements;
      expect(same + changed + moved + removed).toBe(before.length);
      expect(same + changed + moved + added).toBe(after.length);
    }
  });
});
