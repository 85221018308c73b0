import { isContinued, parseCue, writeCue } from '../cue.ts';
import type { ElementType, ScriptElement } from '../element.ts';
import { elementTypes } from '../element.ts';
import { isCueType, isParentheticalType } from '../elementTypes/predicates.ts';
import { fdxTypeNames } from '../elementTypes/table.ts';
import { type StyledText, writeEmphasis } from '../emphasis.ts';
import type { ParagraphStyle, ScriptFormat } from '../format.ts';
import { isContinuation } from '../language/cueExtensions.ts';
import { isContinuedAt } from '../layout/continued.ts';
import { withParentheses } from '../parenthetical.ts';
import { normaliseSpans, type Style, styles } from '../styled.ts';
import { joinPrintedLines, joinRulesOf } from './joinLines.ts';
import type { PrintedParagraph } from './printedParagraph.ts';

export interface PrintedElements {
  elements: ScriptElement[];
  format: ScriptFormat;
}

/** Convert paragraphs to elements, and set in the format what is the style of a whole type. */
export function elementsOfParagraphs(
  paragraphs: readonly PrintedParagraph[],
  format: ScriptFormat,
): PrintedElements {
  const rules = joinRulesOf(paragraphs);
  const texts = paragraphs.map((paragraph) => joinPrintedLines(paragraph, rules));
  const ofType = stylesOfTypes(paragraphs, texts);
  const elements = paragraphs.map((paragraph, index): ScriptElement => {
    const own = withoutStyles(texts[index] as StyledText, ofType.get(paragraph.type) ?? []);
    return elementOf(paragraph, writeEmphasis(own));
  });
  return withoutAutomaticContinued({ elements, format: withStyles(format, ofType) });
}

function elementOf({ type, dual, sceneNumber, isCentred }: PrintedParagraph, content: string): ScriptElement {
  return {
    elementType: type,
    content: isParentheticalType(type) ? withParentheses(content) : content,
    dual,
    originalType: null,
    extras: isCentred ? { layout: { alignment: 'Center' } } : null,
    ...(sceneNumber !== null && { sceneNumber }),
  };
}

/** Return the styles that most paragraphs of a type have from end to end. */
function stylesOfTypes(
  paragraphs: readonly PrintedParagraph[],
  texts: readonly StyledText[],
): Map<ElementType, Style[]> {
  const found = new Map<ElementType, Style[]>();
  for (const type of elementTypes) {
    const ofType = texts.filter((_, index) => paragraphs[index]?.type === type);
    const usual = styles.filter((style) => {
      const count = ofType.filter((text) => isWhole(text, style)).length;
      return count > 1 && count >= ofType.length * 0.6;
    });
    if (usual.length > 0) found.set(type, usual);
  }
  return found;
}

function isWhole({ text, spans }: StyledText, style: Style): boolean {
  const plain = new Set(Array.from(text, (_, at) => at).filter((at) => text[at]?.trim() !== ''));
  for (const span of spans) {
    if (!span[style]) continue;
    for (let at = span.from; at < span.to; at++) plain.delete(at);
  }
  return plain.size === 0;
}

function withoutStyles({ text, spans }: StyledText, removed: readonly Style[]): StyledText {
  if (removed.length === 0) return { text, spans };
  const rest = spans.map((span) => ({
    ...span,
    ...Object.fromEntries(removed.map((style) => [style, false])),
  }));
  return { text, spans: normaliseSpans(rest) };
}

function withStyles(format: ScriptFormat, ofType: ReadonlyMap<ElementType, Style[]>): ScriptFormat {
  const changed = { ...format.styles };
  for (const [type, usual] of ofType) {
    const name = fdxTypeNames[type];
    const set = Object.fromEntries(usual.map((style) => [style, true]));
    changed[name] = { ...(format.styles[name] as ParagraphStyle), ...set };
  }
  return { ...format, styles: changed };
}

/** Share of the cues with an automatic (CONT'D) above which it was printed by a program. */
const minContinued = 0.7;

/**
 * Remove (CONT'D) from cues where it is printed automatically, and set its text in the format. If a
 * print has none of them, the format prints none either.
 */
function withoutAutomaticContinued({ elements, format }: PrintedElements): PrintedElements {
  const plain = elements.map((element) =>
    isCueType(element.elementType) && isContinued(element.content)
      ? { ...element, content: withoutContinuedText(element.content) }
      : element,
  );
  const expected = plain.map((_, index) => isContinuedAt(plain, format, index));
  const count = expected.filter(Boolean).length;
  const printed = expected.filter((is, index) => is && plain[index] !== elements[index]).length;
  if (count > 2 && printed === 0) return { elements, format: { ...format, continuesAutomatically: false } };
  if (printed < count * minContinued) return { elements, format };
  const continuedText = commonText(
    expected.flatMap((is, index) => (is ? (continuedTextOf(elements[index]) ?? []) : [])),
  );
  return {
    elements: elements.map((element, index) => (expected[index] ? (plain[index] as ScriptElement) : element)),
    format: continuedText === null ? format : { ...format, continuedText },
  };
}

function continuedTextOf(cue: ScriptElement | undefined): string | null {
  return parseCue(cue?.content ?? '').extensions.find(isContinuation) ?? null;
}

/** Return the most frequent text; null for no texts. */
export function commonText(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? null;
}

/** Remove (CONT'D) from a cue. */
export function withoutContinuedText(content: string): string {
  const { name, extensions } = parseCue(content);
  return writeCue({ name, extensions: extensions.filter((extension) => !isContinuation(extension)) });
}
