import type { ElementType } from '../element.ts';
import { isParentheticalType } from '../elementTypes/predicates.ts';
import { elementTypeTable, isUpperCased } from '../elementTypes/table.ts';
import { escapeText, hasMarks, parseEmphasis, type Span, writeEmphasis } from '../emphasis.ts';
import { contentAs } from '../flow.ts';
import { missingParentheses } from '../parenthetical.ts';
import { attributeOf, type XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

// Characters without width in print: soft hyphen, zero width characters, byte order mark.
const invisible = new Set([0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff]);

/**
 * Convert the runs of a paragraph to the content of the element.
 *
 * NBSP becomes a space, and the end is trimmed. Headings, cues and transitions become capitals, and
 * a parenthetical gets missing brackets. Bold, italic and underline become marks. Returns "" for a
 * paragraph that prints as an empty line.
 */
export function contentOfRuns(type: ElementType, runs: readonly XmlRun[]): string {
  return readRuns(type, runs, (run) => isInCapitalsOf(type, run));
}

/**
 * Convert the runs of a paragraph like contentOfRuns, with the letters of the file. Null if these
 * are the content or make another text.
 */
export function lettersOfRuns(type: ElementType, content: string, runs: readonly XmlRun[]): string | null {
  if (!isUpperCased(type) || !runs.some(([text]) => mayHaveLowerCase.test(text))) return null;
  const letters = readRuns(type, runs, isStyledInCapitals);
  return letters !== content && contentAs(type, letters) === content ? letters : null;
}

function readRuns(
  type: ElementType,
  runs: readonly XmlRun[],
  isInCapitals: (run: XmlRun) => boolean,
): string {
  const first = runs[0];
  if (!first) return '';
  if (runs.length === 1 && styleOf(first) === '')
    return escapeText(trimText(type, textInCase(first, isInCapitals(first))));
  let text = '';
  const spans: Span[] = [];
  for (const run of runs) {
    const from = text.length;
    text += textInCase(run, isInCapitals(run));
    const style = styleOf(run);
    const span = {
      from,
      to: text.length,
      isBold: style.includes('Bold'),
      isItalic: style.includes('Italic'),
      isUnderlined: style.includes('Underline'),
      ...(style.includes('Strikeout') && { isStruck: true as const }),
    };
    const { isBold, isItalic, isUnderlined, isStruck } = span;
    if (span.to > from && (isBold || isItalic || isUnderlined || isStruck)) spans.push(span);
  }
  if (spans.length === 0) return escapeText(trimText(type, text));
  const whole = trimText(type, text);
  const shift =
    (isParentheticalType(type) && missingParentheses(text.trim()).opens ? 1 : 0) - startOf(type, text);
  for (const span of spans) {
    span.from = clamp(span.from + shift, whole.length);
    span.to = clamp(span.to + shift, whole.length);
  }
  return writeEmphasis({ text: whole, spans });
}

/**
 * Convert content to the runs that the writer creates for it. They have only Style, in addition to
 * the file's default attributes.
 */
export function runsOf(content: string, defaultAttributes: readonly Attribute[]): XmlRun[] {
  const plain = [...defaultAttributes];
  if (!hasMarks(content)) return [[content, plain]];
  const { text, spans } = parseEmphasis(content);
  const runs: XmlRun[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.from > at) runs.push([text.slice(at, span.from), plain]);
    runs.push([text.slice(span.from, span.to), [...defaultAttributes, ['Style', styleOfSpan(span)]]]);
    at = span.to;
  }
  if (at < text.length || runs.length === 0) runs.push([text.slice(at), plain]);
  return runs;
}

/** Return the style of a run in Final Draft's notation. */
export function styleOfSpan(span: Omit<Span, 'from' | 'to'>): string {
  const { isBold, isItalic, isUnderlined, isStruck } = span;
  const styles = [
    isBold && 'Bold',
    isItalic && 'Italic',
    isUnderlined && 'Underline',
    isStruck && 'Strikeout',
  ];
  return styles.filter(Boolean).join('+');
}

/** Return whether the text of a parenthetical's runs lacks one of its brackets. */
export function lacksParentheses(runs: readonly XmlRun[]): boolean {
  const text = runs
    .map((run) => run[0])
    .join('')
    .trim();
  const { opens, closes } = missingParentheses(text);
  return opens !== '' || closes !== '';
}

// Characters that may have to change on import: marks, NBSP, carriage returns.
const unusual = /[*_~\\\u00A0\r]/;

// Faster than comparing with toUpperCase. Text beyond ASCII takes the slow path.
const mayHaveLowerCase = /[a-z\u0080-\uFFFF]/;

/**
 * Return whether a run's text is the content unchanged and needs no attributes, as in most
 * paragraphs.
 */
export function isPlainRun(type: ElementType, [text, attributes]: XmlRun): boolean {
  if (attributes.length > 0) return false;
  const last = text.length - 1;
  if (last < 0 || unusual.test(text) || isCut(text, last, false)) return false;
  if (elementTypeTable[type].keepsLeadingSpaces) return !isCut(text, 0, true);
  if (isParentheticalType(type)) return text.startsWith('(') && text.endsWith(')');
  return !isCut(text, 0, false) && !mayHaveLowerCase.test(text);
}

function styleOf(run: XmlRun): string {
  return run[1].length === 0 ? '' : (attributeOf(run[1], 'Style') ?? '');
}

function capitals(text: string): string {
  return mayHaveLowerCase.test(text) ? text.toUpperCase() : text;
}

function textInCase(run: XmlRun, isInCapitals: boolean): string {
  let text = run[0];
  if (text.includes('\u00A0')) text = text.replaceAll('\u00A0', ' ');
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  return isInCapitals ? capitals(text) : text;
}

function isInCapitalsOf(type: ElementType, run: XmlRun): boolean {
  return isUpperCased(type) || isStyledInCapitals(run);
}

function isStyledInCapitals(run: XmlRun): boolean {
  return run[1].length > 0 && styleOf(run).includes('AllCaps');
}

/**
 * Return the text that `contentOfRuns` reads from runs, without marks. `origins` has the source
 * unit in the runs' text for each of its units; -1 for a bracket that the runs do not have.
 */
export function unitsOfRuns(type: ElementType, runs: readonly XmlRun[]): { text: string; origins: number[] } {
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const run of runs) {
    const isUpper = isInCapitalsOf(type, run);
    let before = '';
    for (const sign of run[0]) {
      const isSecondHalf = sign === '\n' && before === '\r';
      before = sign;
      const plain = sign === '\u00A0' ? ' ' : sign === '\r' ? '\n' : sign;
      const shown = isSecondHalf ? '' : isUpper ? capitals(plain) : plain;
      text += shown;
      for (let unit = 0; unit < shown.length; unit++)
        origins.push(at + (shown.length === sign.length ? unit : 0));
      at += sign.length;
    }
  }
  let end = text.length;
  while (end > 0 && isCut(text, end - 1, false)) end--;
  const start = Math.min(startOf(type, text), end);
  const core = text.slice(start, end);
  const own = origins.slice(start, end);
  if (!isParentheticalType(type) || core === '') return { text: core, origins: own };
  const { opens, closes } = missingParentheses(core);
  return {
    text: `${opens}${core}${closes}`,
    origins: [...(opens ? [-1] : []), ...own, ...(closes ? [-1] : [])],
  };
}

/** Return how much is cut off the front. Only action and dialogue keep leading spaces. */
function startOf(type: ElementType, text: string): number {
  const keepsSpaces = elementTypeTable[type].keepsLeadingSpaces;
  let start = 0;
  while (start < text.length && isCut(text, start, keepsSpaces)) start++;
  return start;
}

function trimText(type: ElementType, text: string): string {
  let end = text.length;
  while (end > 0 && isCut(text, end - 1, false)) end--;
  const start = Math.min(startOf(type, text), end);
  const core = end - start === text.length ? text : text.slice(start, end);
  if (!isParentheticalType(type) || core === '') return core;
  const { opens, closes } = missingParentheses(core);
  return `${opens}${core}${closes}`;
}

function isCut(text: string, index: number, keepsSpaces: boolean): boolean {
  const code = text.charCodeAt(index);
  if (code > 0x20 && code < 0x7f) return false;
  return invisible.has(code) || (!keepsSpaces && /\s/.test(text.charAt(index)));
}

function clamp(offset: number, length: number): number {
  return Math.max(0, Math.min(offset, length));
}
