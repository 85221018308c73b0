import type { ScriptElement } from '../element.ts';
import { hasMarks, parseEmphasis, type StyledText } from '../emphasis.ts';
import { normaliseParenthetical } from '../parenthetical.ts';

// Contents with marks, and long ones: finding that a short one has no marks costs less than looking here.
const longContent = 2000;
const parsed = new WeakMap<ScriptElement, StyledText>();

/** An element's text and its styled stretches; parsed once per element object. */
export function styledTextOf(element: ScriptElement): StyledText {
  if (element.elementType === 'parenthetical') return parsedOnce(element);
  if (element.content.length < longContent && !hasMarks(element.content)) {
    return { text: element.content, spans: [] };
  }
  return parsedOnce(element);
}

function parsedOnce(element: ScriptElement): StyledText {
  let styled = parsed.get(element);
  if (!styled) {
    styled = parseEmphasis(normaliseParenthetical(element).content);
    parsed.set(element, styled);
  }
  return styled;
}

/** An element's text without emphasis marks, in the case it was written. Offsets of lines and pages count in it. */
export function plainTextOf(element: ScriptElement): string {
  return styledTextOf(element).text;
}

/** Text in capitals, as long as it was: a letter whose capital is longer, such as ß, stays. */
export function capitals(text: string): string {
  const upper = text.toUpperCase();
  if (upper.length === text.length) return upper;
  return Array.from(text, (char) => {
    const capital = char.toUpperCase();
    return capital.length === char.length ? capital : char;
  }).join('');
}

/** A stretch of an element's text as it is printed: in capitals where its box says so, all white space as spaces. */
export function printedText(text: string, isAllCaps: boolean): string {
  const spaced = otherSpace.test(text) ? text.replace(everyOtherSpace, ' ') : text;
  return isAllCaps ? capitals(spaced) : spaced;
}

const otherSpace = /[\t\v\f\r]/;
const everyOtherSpace = new RegExp(otherSpace, 'g');
