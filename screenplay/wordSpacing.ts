/*
 * Spaces around dragged words: no surplus space where they were, no missing space where they are
 * dropped.
 */
import type { StyledText } from './emphasis.ts';
import { concatStyled, replaceRange, sliceStyled, trimStyled, unstyled } from './styled.ts';

interface Range {
  start: number;
  end: number;
}

const letter = /[\p{L}\p{N}\p{M}]/u;
const space = /\s/;
const opening = /[([{“‘„«¿¡–—/-]/;
const closing = /[)\]}”’»,.;:!?…–—/-]/;

/** Return whether a range begins and ends at the edges of words. */
function isOfWholeWords(text: string, { start, end }: Range): boolean {
  const isEdge = (at: number) => !(letter.test(text[at - 1] ?? '') && letter.test(text[at] ?? ''));
  return isEdge(start) && isEdge(end) && text.slice(start, end).trim() !== '';
}

/** Return the range to remove when words are dragged away, with the surplus space. */
export function rangeWithSpace(text: string, { start, end }: Range): Range {
  const hasOwnSpace = space.test(text[start] ?? '') || space.test(text[end - 1] ?? '');
  if (hasOwnSpace || !isOfWholeWords(text, { start, end })) return { start, end };
  const after = text[end] ?? '';
  const isBeforeGap = after === '' || space.test(after) || closing.test(after);
  if (space.test(text[start - 1] ?? '') && isBeforeGap) return { start: start - 1, end };
  return start === 0 && space.test(after) ? { start, end: end + 1 } : { start, end };
}

/**
 * Insert words of another text, or of another place of this one, with the spaces that they need.
 * Parts of words, and words dropped inside a word, are inserted as they are. Returns the text and
 * the range of the words in it.
 */
export function insertWords(
  target: StyledText,
  at: number,
  source: StyledText,
  range: Range,
): { styled: StyledText; range: Range } {
  const words = sliceStyled(source, range.start, range.end);
  const [before, after] = [target.text[at - 1] ?? '', target.text[at] ?? ''];
  const isInWord = letter.test(before) && letter.test(after);
  if (isInWord || !isOfWholeWords(source.text, range)) {
    const end = at + words.text.length;
    return { styled: replaceRange(target, at, at, words), range: { start: at, end } };
  }
  const piece = trimStyled(words);
  const lead = needsSpace(before, piece.text[0] ?? '') ? ' ' : '';
  const tail = needsSpace(piece.text.at(-1) ?? '', after) ? ' ' : '';
  const start = at + lead.length;
  return {
    styled: replaceRange(target, at, at, concatStyled(unstyled(lead), piece, unstyled(tail))),
    range: { start, end: start + piece.text.length },
  };
}

function needsSpace(left: string, right: string): boolean {
  if (left === '' || right === '' || space.test(left) || space.test(right)) return false;
  return !opening.test(left) && !closing.test(right);
}

/** Move words within a text. `at` is an offset outside of them. */
export function moveWords(
  styled: StyledText,
  range: Range,
  at: number,
): { styled: StyledText; range: Range } {
  const removed = rangeWithSpace(styled.text, range);
  const rest = replaceRange(styled, removed.start, removed.end, unstyled(''));
  const length = removed.end - removed.start;
  const place = at >= removed.end ? at - length : Math.min(at, removed.start);
  return insertWords(rest, place, styled, range);
}
