import { expect, test } from 'vitest';
import { editableFieldsOf } from '#screenplay/edits/elementFields.ts';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import { fragmentOf, insertFragment, wholeElements } from '#screenplay/fragment.ts';
import { boundsOf, type ScriptSelection, splitOver, typeOver } from '#screenplay/selection.ts';
import { caseSelection, styleSelection } from '#screenplay/selectionFormat.ts';
import { unstyled } from '#screenplay/styled.ts';
import type { Element } from '#shared/contract/elements.ts';
import { type Random, seeded } from '#test/random.ts';
import { randomScript } from '#test/randomScript.ts';
import { scriptRows } from '#test/scriptRows.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { OptimisticScript } from '#web/scriptSync/optimisticScript.ts';
import { queueableEdits } from './queueableEdits.ts';

/** Action alone, so that what is typed stays as it is typed. */
const scriptOf = (seed: number): Element[] =>
  scriptRows(
    randomScript(seed, 14).map((each) => ({ ...each, elementType: 'action' as const, extras: null })),
  ).elements.map((row) => ({ ...row, content: row.content.trim(), originalType: null, dual: null }));

/** Return the visible fields of a row; each save changes its version. */
const seen = (row: Element) => ({ id: row.id, ...editableFieldsOf(row) });

const textOf = ({ content }: Element) => parseEmphasis(content).text;

function someSelection(random: Random, list: readonly Element[]): ScriptSelection {
  const place = () => {
    const row = random.pick(list);
    const length = textOf(row).length;
    return { id: row.id, offset: random.pick([0, length, random.below(length + 1)]) };
  };
  const anchor = place();
  return { anchor, head: random.chance(0.2) ? anchor : place() };
}

/** Return the list of paragraphs after a range is cut out and paragraphs are inserted there. */
function expected(list: readonly Element[], selection: ScriptSelection, put: readonly string[]): string[] {
  const bounds = boundsOf(list, selection);
  if (!bounds) throw new Error('The selection is not in the script');
  const texts = list.map(textOf);
  const head = texts[bounds.from.index]?.slice(0, bounds.from.offset) ?? '';
  const tail = texts[bounds.to.index]?.slice(bounds.to.offset) ?? '';
  const [first = '', ...more] = put;
  const last = more.pop();
  const middle = last === undefined ? [head + first + tail] : [head + first, ...more, last + tail];
  return [
    ...texts.slice(0, bounds.from.index),
    ...middle.map((text) => text.trim()).filter((text) => text !== ''),
    ...texts.slice(bounds.to.index + 1),
  ];
}

function someChange(random: Random, list: Element[]) {
  const selection = someSelection(random, list);
  switch (random.below(5)) {
    case 0:
      return { change: typeOver(list, selection), texts: expected(list, selection, ['']) };
    case 1: {
      const typed = random.pick(['a', 'Rain. ', '(beat)']);
      return {
        change: typeOver(list, selection, unstyled(typed)),
        texts: expected(list, selection, [typed]),
      };
    }
    case 2:
      return { change: splitOver(list, selection), texts: expected(list, selection, ['', '']) };
    case 3: {
      const copied = fragmentOf(list, someSelection(random, list));
      const isWhole = !copied.startsInside && !copied.endsInside;
      const fragment = random.chance(0.5) || isWhole ? wholeElements(copied.elements) : copied;
      const { startsInside, endsInside } = fragment;
      const texts = fragment.elements.map(({ content }) => parseEmphasis(content).text);
      const filled = texts.filter((text) => text.trim() !== '');
      const isInline = filled.length === 1 && (startsInside || endsInside);
      const put = isInline ? filled : [...(startsInside ? [] : ['']), ...filled, ...(endsInside ? [] : [''])];
      const change = insertFragment(list, selection, fragment);
      return { change, texts: change ? expected(list, selection, put) : list.map(textOf) };
    }
    default: {
      const edits = random.chance(0.5)
        ? styleSelection(list, selection, 'isItalic')
        : caseSelection(list, selection, 'lower');
      return { change: { edits }, texts: null };
    }
  }
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

test.for(seeds)('edits and undoes selections as in plain text (seed %i)', (seed) => {
  const random = seeded(seed);
  let list = scriptOf(seed);
  const states: Element[][] = [];
  const backs: QueuedEdit[][] = [];
  const script = new OptimisticScript(1);
  script.reset(list);
  for (let step = 0; step < 25 && list.length > 0; step++) {
    const before = list;
    const { change, texts } = someChange(random, before);
    const requested = change?.edits ?? [];
    const { edits } = queueableEdits(requested, {
      elements: () => before,
      bases:
        () =>
        ({ version }) =>
          version,
    });
    backs.push(script.apply(edits, `${step}`));
    list = script.elements();
    if (change && texts)
      expect(list.map((row) => textOf(row).trim())).toEqual(texts.map((text) => text.trim()));
    states.push(before);
  }
  for (const [index, back] of [...backs.entries()].reverse()) {
    script.apply(back, 'back');
    expect(script.elements().map(seen)).toEqual(states[index]?.map(seen));
  }
});
