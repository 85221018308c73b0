import { capitals } from '../capitals.ts';
import type { ScriptElement } from '../element.ts';
import { isParentheticalType } from '../elementTypes/predicates.ts';
import { hasMarks, parseEmphasis, type StyledText } from '../emphasis.ts';
import { normaliseParenthetical } from '../parenthetical.ts';

// Cache of parsed texts for elements with marks and for long ones. For a short text, checking that
// it has no marks is faster than a cache lookup.
const longContent = 2000;
const styledTexts = new WeakMap<ScriptElement, StyledText>();

/**
 * Return an element's text and its styled ranges. Texts with marks are parsed once per element
 * object.
 */
export function styledTextOf(element: ScriptElement): StyledText {
  if (isParentheticalType(element.elementType)) return parseOnce(element);
  if (element.content.length < longContent && !hasMarks(element.content)) {
    return { text: element.content, spans: [] };
  }
  return parseOnce(element);
}

function parseOnce(element: ScriptElement): StyledText {
  let styled = styledTexts.get(element);
  if (!styled) {
    styled = parseEmphasis(normaliseParenthetical(element).content);
    styledTexts.set(element, styled);
  }
  return styled;
}

/**
 * Return an element's text without emphasis marks, in its original case. Offsets of lines and pages
 * refer to this text.
 */
export function plainTextOf(element: ScriptElement): string {
  return styledTextOf(element).text;
}

/**
 * Convert a range of an element's text to its printed form: in capitals if `isAllCaps`, and with
 * spaces for all other white space.
 */
export function printedText(text: string, isAllCaps: boolean): string {
  const spaced = otherSpace.test(text) ? text.replace(everyOtherSpace, ' ') : text;
  return isAllCaps ? capitals(spaced) : spaced;
}

const otherSpace = /[\t\v\f\r]/;
const everyOtherSpace = new RegExp(otherSpace, 'g');
