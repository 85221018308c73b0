import { describe, expect, test } from 'vitest';
import { lockedScript } from '#test/lockedFiles.ts';
import { action, element, heading } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat, type ScriptFormat } from '../format.ts';
import { paginate } from '../layout/paginate.ts';
import { addRevision } from '../revisions/revisionSets.ts';
import type { IssuedScript } from './changeMemo.ts';
import { changeMemoOf } from './compareIssues.ts';
import { issuedScriptOf } from './issuedScript.ts';

const blue = { name: 'Blue', mark: '*', color: '#0000ff', pageColor: '#c6edfe' };
const revisions = addRevision(undefined, blue, true);

const long = (name: string, count = 30) => Array.from({ length: count }, (_, i) => action(`${name}${i}.`));
const written = (content: string): ScriptElement =>
  element('action', content, { extras: { revised: { mark: 1, text: '' } } });

/** Three pages with a scene each; all pages and scene numbers are locked. */
const draft = lockedScript([
  heading('INT. DECK - DAY', '1'),
  ...long('A', 26),
  heading('INT. HOLD - DAY', '2'),
  ...long('B', 26),
  heading('INT. BAR - DAY', '3'),
  ...long('C', 20),
]);
const sceneLock = { issued: ['1', '2', '3'], scheme: 'suffix', skipsIAndO: true } as const;
const format: ScriptFormat = {
  ...draft.format,
  sceneLock: { ...sceneLock, issued: [...sceneLock.issued] },
  revisions,
};

function memoOf(elements: readonly ScriptElement[], previous: IssuedScript | null, used = format) {
  const pagination = paginate(elements, used);
  const { isFullDraft, pages, scenes } = changeMemoOf(pagination, issuedScriptOf(pagination), previous);
  return {
    isFullDraft,
    pages: pages.map(({ label, type }) => `${label} ${type}`),
    scenes: scenes.map(({ number, heading: text, type }) => `${number} ${text} ${type}`),
  };
}

const text: readonly ScriptElement[] = draft.elements;
const before = issuedScriptOf(paginate(draft.elements, format));
const at = (content: string) => text.findIndex((each) => each.content === content);
const withInserted = (after: string, ...added: ScriptElement[]) => text.toSpliced(at(after) + 1, 0, ...added);

describe('changeMemoOf', () => {
  test('issues the whole script first', () => {
    expect(memoOf(long('A'), null, defaultFormat)).toEqual({ isFullDraft: true, pages: [], scenes: [] });
  });

  test('lists nothing for a script that has not changed', () => {
    expect(memoOf(draft.elements, before)).toEqual({ isFullDraft: false, pages: [], scenes: [] });
  });

  test.each([
    ['the issue before', before],
    ['the locked labels', null],
  ])('lists a changed page, and a new one with the page before it, against %s', (_, previous) => {
    expect(
      memoOf(withInserted('B25.', ...long('N', 1).map(({ content }) => written(content))), previous),
    ).toEqual({
      isFullDraft: false,
      pages: ['2 adjacent', '2A new'],
      scenes: ['2 INT. HOLD - DAY changed'],
    });
    const { pages } = memoOf(withInserted('A3.', written('Rain.')), previous);
    expect(pages).toEqual(previous ? ['1 changed', '1A new'] : ['1 changed', '1A new']);
  });

  test('tells pages whose text only moved from those with marks', () => {
    const pages = memoOf(withInserted('A3.', action('Rain.')), before).pages;
    expect(pages).toEqual(['1 moved', '1A new']);
    const noSet = { ...format, revisions: undefined };
    expect(memoOf(withInserted('A3.', action('Rain.')), before, noSet).pages).toEqual([
      '1 changed',
      '1A new',
    ]);
  });

  test('lists a page that is gone as the range of the page before', () => {
    const from = at('INT. HOLD - DAY');
    const cut = text.toSpliced(from, at('INT. BAR - DAY') - from);
    expect(memoOf(cut, before)).toEqual({
      isFullDraft: false,
      pages: ['1-2 omitted'],
      scenes: ['2 INT. HOLD - DAY omitted'],
    });
  });

  test('lists an overflow page that is gone, with the page before it', () => {
    const more = issuedScriptOf(paginate(withInserted('B25.', action('Rain.')), format));
    expect(memoOf(draft.elements, more).pages).toEqual(['2 adjacent', '2A omitted']);
  });

  test('lists new, omitted and moved scenes', () => {
    const bar = at('INT. BAR - DAY');
    const added = text.toSpliced(bar, 0, heading('INT. ENGINE - DAY', '2A'), action('Heat.'));
    expect(memoOf(added, before).scenes).toEqual(['2A INT. ENGINE - DAY new']);
    const scene = { heading: 'INT. BAR - DAY', elements: [] };
    const omitted = element('scene_heading', 'OMITTED', { sceneNumber: '3', extras: { omitted: scene } });
    expect(memoOf([...draft.elements.slice(0, bar), omitted], before).scenes).toEqual([
      '3 INT. BAR - DAY omitted',
    ]);
    const moved = [...draft.elements.slice(bar), ...draft.elements.slice(0, bar)];
    expect(memoOf(moved, before).scenes).toEqual(['3 INT. BAR - DAY moved']);
  });

  test('compares scenes by heading if their numbers are not locked', () => {
    const unlocked = { ...format, sceneLock: undefined };
    const numbered = (elements: readonly ScriptElement[]) => {
      let number = 0;
      return elements.map((each) =>
        each.elementType === 'scene_heading' ? { ...each, sceneNumber: `${++number}` } : each,
      );
    };
    const added = withInserted('A25.', heading('INT. ENGINE - DAY'), action('Heat.'));
    expect(memoOf(numbered(added), before, unlocked).scenes).toEqual(['2 INT. ENGINE - DAY new']);
  });
});
