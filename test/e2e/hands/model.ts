import type { Random } from '#test/random.ts';

/*
 * What a text editor is at its simplest: a list of texts, a selection and a clipboard. Words have no spaces, so that
 * nothing is trimmed; what happens to spaces has tests of its own.
 */

export interface TextPosition {
  index: number;
  offset: number;
}

interface CopiedTexts {
  texts: string[];
  /** Its first text is not from the start of an element. */
  startsInside: boolean;
  endsInside: boolean;
}

export interface TextModel {
  texts: string[];
  anchor: TextPosition;
  head: TextPosition;
  clipboard: CopiedTexts | null;
  /** It grows no longer than that. */
  max: number;
  /** What it was within the last action, such as with the first letter of a word: that is a change already. */
  passed: string[][];
}

export const words = [
  'harbour',
  'ladder',
  'whistle',
  'ticket',
  'engine',
  'lantern',
  'deck',
  'rope',
  'horn',
  'kettle',
];

export const textAt = ({ texts }: TextModel, index: number) => texts[index] ?? '';

export function randomPosition(random: Random, model: TextModel): TextPosition {
  const index = random.below(model.texts.length);
  return { index, offset: random.below(textAt(model, index).length + 1) };
}

export function setCaret(model: TextModel, position: TextPosition): void {
  model.anchor = position;
  model.head = position;
}

export const comparePositions = (a: TextPosition, b: TextPosition) =>
  a.index - b.index || a.offset - b.offset;
export const hasCaret = ({ anchor, head }: TextModel) => comparePositions(anchor, head) === 0;
export const isOverElements = ({ anchor, head }: TextModel) => anchor.index !== head.index;

/** From where to where is selected. */
export function selectedRange({ anchor, head }: TextModel): [TextPosition, TextPosition] {
  return comparePositions(anchor, head) <= 0 ? [anchor, head] : [head, anchor];
}

/** Everything of one or more elements is selected. */
export function isSelectionWhole(model: TextModel): boolean {
  const [from, to] = selectedRange(model);
  return from.offset === 0 && to.offset === textAt(model, to.index).length;
}

/** One letter on; from the end of an element to the start of the next. */
export function nextPosition(model: TextModel, direction: 1 | -1): TextPosition {
  const { index, offset } = model.head;
  const next = offset + direction;
  if (next >= 0 && next <= textAt(model, index).length) return { index, offset: next };
  const other = index + direction;
  if (other < 0 || other >= model.texts.length) return model.head;
  return { index: other, offset: direction > 0 ? 0 : textAt(model, other).length };
}

/** Puts texts in the place of what is selected: the first goes on after what is left before, the last before the rest. */
export function replaceSelection(model: TextModel, put: readonly string[]): void {
  const [from, to] = selectedRange(model);
  const head = textAt(model, from.index).slice(0, from.offset);
  const tail = textAt(model, to.index).slice(to.offset);
  const [first = '', ...more] = put;
  const last = more.pop();
  const middle = last === undefined ? [head + first + tail] : [head + first, ...more, last + tail];
  const before = last === undefined ? head.length + first.length : last.length;
  const filled = middle.filter((text) => text !== '');
  model.texts.splice(from.index, to.index - from.index + 1, ...filled);
  // Where the last text begins with nothing, the caret stands after the one before it.
  const isAfter = last === '';
  const index = from.index + filled.length - 1 - (isAfter && tail !== '' ? 1 : 0);
  setCaret(model, { index, offset: isAfter ? textAt(model, index).length : before });
}

/** What copying the selection takes; null where that is nothing. */
export function copiedTexts(model: TextModel): CopiedTexts | null {
  const [from, to] = selectedRange(model);
  const parts = model.texts.slice(from.index, to.index + 1).map((text, at) => {
    const index = from.index + at;
    const start = index === from.index ? from.offset : 0;
    const end = index === to.index ? to.offset : text.length;
    return { text: text.slice(start, end), isStart: start === 0, isEnd: end === text.length };
  });
  const filled = parts.filter(({ text }) => text !== '');
  if (filled.length === 0) return null;
  return {
    texts: filled.map(({ text }) => text),
    startsInside: filled[0]?.isStart === false,
    endsInside: filled.at(-1)?.isEnd === false,
  };
}

export function pasteTexts(model: TextModel, { texts, startsInside, endsInside }: CopiedTexts): void {
  const isPart = texts.length === 1 && (startsInside || endsInside);
  replaceSelection(
    model,
    isPart ? texts : [...(startsInside ? [] : ['']), ...texts, ...(endsInside ? [] : [''])],
  );
}

/** Carries what is selected to a place outside of it, or a copy of it. */
export function carrySelection(model: TextModel, to: TextPosition, isCopy: boolean): void {
  const [from, end] = selectedRange(model);
  const carried = copiedTexts(model);
  if (!carried) return;
  if (isCopy) {
    setCaret(model, to);
    pasteTexts(model, carried);
    return;
  }
  const isAtEnd = to.offset === textAt(model, to.index).length;
  if (isSelectionWhole(model) && (to.offset === 0 || isAtEnd)) {
    const count = end.index - from.index + 1;
    const moved = model.texts.splice(from.index, count);
    const after = to.offset === 0 ? to.index : to.index + 1;
    const index = after > from.index ? after - count : after;
    model.texts.splice(index, 0, ...moved);
    setCaret(model, { index: index + count - 1, offset: end.offset });
    return;
  }
  const countBefore = model.texts.length;
  replaceSelection(model, ['']);
  const removed = countBefore - model.texts.length;
  const isAfter = comparePositions(to, end) >= 0;
  if (!isAfter) setCaret(model, to);
  else if (to.index > end.index) setCaret(model, { index: to.index - removed, offset: to.offset });
  else {
    // The rest of the last element has gone to the first of the selection.
    const kept = from.offset;
    setCaret(model, { index: end.index - removed, offset: kept + to.offset - end.offset });
  }
  pasteTexts(model, carried);
}
