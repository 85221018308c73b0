import { describe, expect, test } from 'vitest';
import { lockedScript } from '#test/lockedFiles.ts';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import { compareDraftsInSteps } from '../comparing/compareDrafts.ts';
import { type Draft, labelDraftInSteps } from '../comparing/draft.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { runToCompletion } from '../steps.ts';
import { printedComparison } from './printedComparison.ts';

const draftOf = (elements: readonly ScriptElement[], more: Partial<Draft> = {}) =>
  runToCompletion(labelDraftInSteps({ elements, format: defaultFormat, titlePage: null, ...more }));

function print(before: ReturnType<typeof draftOf>, after: ReturnType<typeof draftOf>) {
  const comparison = runToCompletion(compareDraftsInSteps(before, after));
  const names = { before: 'White draft', after: 'Now' };
  return [...printedComparison({ comparison, names }).pages];
}
type Page = ReturnType<typeof print>[number];
const text = ({ runs }: Page) => runs.map((run) => run.text).join('|');
const margin = ({ runs }: Page, x: number) =>
  runs.filter(({ xPoints, sizePoints }) => xPoints === x && sizePoints).map((run) => run.text);

const long = (name: string, count = 30) =>
  Array.from({ length: count }, (_, i) => action(`${name} ${i} waits.`));
const deck = [heading('INT. DECK - DAY', '5'), action('Tobias waits.'), ...long('Deck')];
const hold = [heading('INT. HOLD - DAY', '6'), ...long('Hold')];
const bar = [heading('INT. BAR - DAY', '7'), cue('MARA'), dialogueLine('We are late.')];

describe('printedComparison', () => {
  test('strikes deleted words and underlines new ones on a light ground', () => {
    const [page] = print(draftOf(bar), draftOf([...bar.slice(0, 2), dialogueLine('We are _very_ early.')]));
    expect(
      page?.runs.filter(({ isStruck, role }) => isStruck && role === 'text').map((run) => run.text),
    ).toEqual(['late']);
    expect(
      page?.runs.filter(({ isUnderlined, role }) => isUnderlined && role === 'text').map((run) => run.text),
    ).toEqual(['very early']);
    const added = page?.runs.find((run) => run.text === 'very early');
    expect(page?.areas).toMatchObject([{ xPoints: added?.xPoints }, { widthPoints: 36 }]);
    expect(margin(page as Page, 553)).toEqual(['*']);
  });

  test('names both drafts and the page in the header', () => {
    const [page] = print(draftOf(bar), draftOf(bar));
    expect(text(page as Page)).toMatch(/^Earlier: White draft\|1\.\|Later: Now\|new\|/);
    expect(margin(page as Page, 553)).toEqual([]);
  });

  test('says in the margin from which page a passage was moved, and where it was', () => {
    const pages = print(draftOf([...deck, ...hold, ...bar]), draftOf([...bar, ...deck, ...hold]));
    expect(margin(pages[0] as Page, 553)).toEqual(['moved from', 'page 3']);
    expect(pages.map(text).join()).toContain('[Moved to page 1 (3 elements): INT. BAR - DAY]');
    expect(
      pages.flatMap(({ runs }) => runs.filter(({ text: each }) => each === 'We are late.')),
    ).toHaveLength(1);
  });

  test('has labels of locked pages, and other types and styles, in the margin', () => {
    const { elements, format } = lockedScript([...deck, ...hold, ...bar]);
    const added = [...elements.slice(0, 4), ...long('New'), ...elements.slice(4)];
    const after = added.with(1, { ...action('Tobias **waits**.'), elementType: 'transition' });
    const pages = print(draftOf(elements, { format }), draftOf(after, { format }));
    expect(margin(pages[0] as Page, 553).slice(0, 4)).toEqual(['was Action', 'now bold', '*', '*']);
    const labels = pages.flatMap((page) => margin(page, 14));
    expect(labels).toEqual(['p. 1', '(1)', 'p. 1A', 'p. 1B', 'p. 2', '(2)', 'p. 3', '(3)']);
  });

  test('prints no page for two empty drafts', () => {
    expect(print(draftOf([]), draftOf([]))).toEqual([]);
  });
});
