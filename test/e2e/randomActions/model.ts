import type { Random } from '#test/random.ts';

/*
 * A minimal text editor: a list of texts, a selection and a clipboard. Words contain no spaces, so
 * nothing is trimmed. Other tests cover spaces.
 */

export interface TextPosition {
  index: number;
  offset: number;
}

interface CopiedTexts {
  texts: string[];
  /** Whether the first text begins inside an element. */
  startsInside: boolean;
  endsInside: boolean;
}

export interface TextModel {
  texts: string[];
  anchor: TextPosition;
  head: TextPosition;
  clipboard: CopiedTexts | null;
  /** Maximum number of texts. */
  max: number;
  /**
   * States during the last action. The first letter of a word, for example, is a separate
   * change.
   */
  intermediate: string[][];
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

/** Return the start and end of the selection. */
export function selectedRange({ anchor, head }: TextModel): [TextPosition, TextPosition] {
  return comparePositions(anchor, head) <= 0 ? [anchor, head] : [head, anchor];
}

/** Return whether all text of one or more elements is selected. */
export function isSelectionWhole(model: TextModel): boolean {
  const [from, to] = selectedRange(model);
  return from.offset === 0 && to.offset === textAt(model, to.index).length;
}

/**
 * Return the next character position. The start of an element follows the end of the previous one.
 */
export function nextPosition(model: TextModel, direction: 1 | -1): TextPosition {
  const { index, offset } = model.head;
  const next = offset + direction;
  if (next >= 0 && next <= textAt(model, index).length) return { index, offset: next };
  const other = index + direction;
  if (other < 0 || other >= model.texts.length) return model.head;
  return { index: other, offset: direction > 0 ? 0 : textAt(model, other).length };
}

/**
 * Replace the selection by texts. The first is joined to the text before it, the last to the text
 * after it.
 */
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
  // If the last text is empty, the caret is at the end of the text before it.
  const isAfter = last === '';
  const index = from.index + filled.length - 1 - (isAfter && tail !== '' ? 1 : 0);
  setCaret(model, { index, offset: isAfter ? textAt(model, index).length : before });
}

/** Return the texts that copying the selection takes; null if there are none. */
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

/** Move or copy the selection to a position outside it. */
export function moveSelection(model: TextModel, to: TextPosition, isCopy: boolean): void {
  const [from, end] = selectedRange(model);
  const copied = copiedTexts(model);
  if (!copied) return;
  if (isCopy) {
    setCaret(model, to);
    pasteTexts(model, copied);
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
    // The rest of the last element was joined to the first element of the selection.
    const startOffset = from.offset;
    setCaret(model, { index: end.index - removed, offset: startOffset + to.offset - end.offset });
  }
  pasteTexts(model, copied);
}
