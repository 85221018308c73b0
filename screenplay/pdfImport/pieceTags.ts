import { type DualColumn, type ElementType, elementTypes } from '../element.ts';
import type { Style } from '../styled.ts';

/*
 * Tags of the marked content in our PDFs. They say what a print does not show: the type of an
 * element, and how its lines were joined before they were wrapped.
 */

/** Piece of an element on a page, between two places where the text is marked. */
export interface PieceTag {
  type: ElementType;
  dual: DualColumn | null;
  /** Type of the source file; null: the default type. */
  originalType: string | null;
  /** Styles of the type, which are no emphasis of the writer. */
  styles: Style[];
  isCentred: boolean;
  /** Whether the piece begins an element. */
  isStart: boolean;
  /** White space between this piece and the one before, or at the start of the element. */
  space: string;
}

const prefix = 'script';
/** Tag of the lines of title pages. */
export const titleTag = `${prefix}.title`;
const spaces: Record<string, string> = { s: ' ', n: '\n', t: '\t' };
const maxSpaces = 60;
const styleLetters: Record<Style, string> = { isBold: 'b', isItalic: 'i', isUnderlined: 'u' };
const safeName = /^[A-Za-z0-9 ]{1,40}$/;

export function isScriptTag(tag: string | null): tag is string {
  return tag?.startsWith(`${prefix}.`) ?? false;
}

/** Write a tag as a PDF name, without its slash. */
export function writePieceTag(piece: PieceTag): string {
  const { type, dual, originalType, styles, isCentred, isStart, space } = piece;
  const isSafe = originalType !== null && safeName.test(originalType);
  return [
    prefix,
    type,
    dual ?? '',
    isSafe ? originalType.replaceAll(' ', '_') : '',
    styles.map((style) => styleLetters[style]).join('') + (isCentred ? 'c' : ''),
    isStart ? 'start' : 'rest',
    Array.from(space.slice(0, maxSpaces), (char) => (char === '\n' ? 'n' : char === '\t' ? 't' : 's')).join(
      '',
    ),
  ].join('.');
}

/** Read a tag; null for any other name. */
export function parsePieceTag(tag: string): PieceTag | null {
  const [start, type, dual, original, look = '', part, space = ''] = tag.split('.');
  const elementType = elementTypes.find((each) => each === type);
  if (start !== prefix || !elementType) return null;
  return {
    type: elementType,
    dual: dual === 'left' || dual === 'right' ? dual : null,
    originalType: original ? original.replaceAll('_', ' ') : null,
    styles: (Object.keys(styleLetters) as Style[]).filter((style) => look.includes(styleLetters[style])),
    isCentred: look.includes('c'),
    isStart: part === 'start',
    space: Array.from(space, (letter) => spaces[letter] ?? '').join(''),
  };
}
