/*
 * What the keys do while writing: which type comes next, and when text changes its type by itself.
 * The documented rules are spec workspace §4; the second table is decision OQ-58.
 */
import { type ElementType, elementTypes, isUpperCased } from './element.ts';
import { hasMarks, parseEmphasis, type Span, writeEmphasis } from './emphasis.ts';

/** The preference "Element keys": Tab cycles the types, or Tab and Enter work as in Final Draft. */
export type ElementKeys = 'cycle' | 'finalDraft';

export type FlowKey = 'Enter' | 'Tab' | 'Shift+Tab';

/** The element being written, or the line in an add box. */
export interface FlowState {
  type: ElementType;
  content: string;
  /** Offset into `content`; null for "at the end". */
  caret?: number | null;
}

/** What the editor has to do. Where a `type` is named, the line goes on as, or is followed by, that type. */
export type FlowStep =
  /** This line becomes another type, in place. */
  | { does: 'change'; type: ElementType }
  /** Save this line and open the add box after it. */
  | { does: 'add'; type: ElementType }
  | { does: 'save' }
  | { does: 'nothing' }
  /** Nothing was written: the editor closes and nothing is stored. */
  | { does: 'close' }
  /** Cut the element at the caret; both halves keep the type. */
  | { does: 'split'; before: string; after: string }
  /** Offer the list of element types. */
  | { does: 'chooseType' }
  /** Offer the extensions of a cue: (V.O.), (O.S.), … */
  | { does: 'chooseExtension' };

/** The type an add box has after an element of this type was added; also on opening after such an element. */
export function typeAfter(type: ElementType): ElementType {
  if (type === 'character' || type === 'parenthetical') return 'dialogue';
  if (type === 'dialogue' || type === 'scene_heading') return 'action';
  return type;
}

/** The type of the bottom input when it opens; a script begins with a scene heading (decision OQ-53). */
export function bottomInputType(lastType: ElementType | null): ElementType {
  return lastType === null ? 'scene_heading' : typeAfter(lastType);
}

/** The next type in Tab order, or the one before it; wraps at the ends. */
export function cycleType(type: ElementType, direction: 1 | -1): ElementType {
  const index = elementTypes.indexOf(type) + direction + elementTypes.length;
  return elementTypes[index % elementTypes.length] ?? type;
}

// Source: docs/format.md, "Keyboard flow".
const finalDraftEnter: Record<ElementType, ElementType> = {
  scene_heading: 'action',
  action: 'action',
  character: 'dialogue',
  parenthetical: 'dialogue',
  dialogue: 'action',
  transition: 'scene_heading',
};

const finalDraftTab: Record<ElementType, ElementType> = {
  scene_heading: 'action',
  action: 'character',
  character: 'transition',
  parenthetical: 'dialogue',
  dialogue: 'parenthetical',
  transition: 'scene_heading',
};

/**
 * What Enter, Tab and Shift+Tab do. Shift+Enter is not asked here: it is a line break in the text.
 * Enter at the end of a line saves it and goes on with the next type, in both settings; in the middle it
 * saves (cycle) or splits (Final Draft). Shift+Tab always goes back one type, so that no type is out of reach.
 */
export function flowStep(keys: ElementKeys, key: FlowKey, state: FlowState): FlowStep {
  if (key === 'Shift+Tab') return { does: 'change', type: cycleType(state.type, -1) };
  const isEmpty = isBlankLine(state);
  const isAtEnd = state.content.slice(state.caret ?? state.content.length).trim() === '';
  if (keys === 'cycle') {
    if (key === 'Tab') return { does: 'change', type: cycleType(state.type, 1) };
    if (isEmpty) return { does: 'close' };
    return isAtEnd ? { does: 'add', type: typeAfter(state.type) } : { does: 'save' };
  }
  if (key === 'Enter') {
    if (isEmpty) return { does: 'chooseType' };
    if (isAtEnd) return { does: 'add', type: finalDraftEnter[state.type] };
    const [before, after] = splitContent(state.content, state.caret ?? 0);
    return before === '' ? { does: 'nothing' } : { does: 'split', before, after };
  }
  if (isEmpty) return { does: 'change', type: finalDraftTab[state.type] };
  if (state.type === 'character') return { does: 'chooseExtension' };
  return isAtEnd ? { does: 'add', type: finalDraftTab[state.type] } : { does: 'nothing' };
}

/** Nothing written yet; in a parenthetical the brackets alone are nothing. */
function isBlankLine({ type, content }: FlowState): boolean {
  const text = content.trim();
  return text === '' || (type === 'parenthetical' && /^\(\s*\)?$/.test(text));
}

const headingStart = /^\s*(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)[. ]/i;

/**
 * The type a line has after its text changed by typing. Action that begins to read INT., EXT., … becomes a
 * heading, and "(" typed into an empty dialogue a parenthetical. It acts at that moment only, so a writer who
 * changes the type back is left alone.
 */
export function typeWhileTyping(type: ElementType, before: string, after: string): ElementType {
  if (type === 'action' && headingStart.test(after) && !headingStart.test(before)) return 'scene_heading';
  if (type === 'dialogue' && before.trim() === '' && after.trim().startsWith('(')) return 'parenthetical';
  return type;
}

/** Text as a line of this type keeps it: headings and cues in capitals (spec workspace §5). */
export function contentAs(type: ElementType, content: string): string {
  return isUpperCased(type) ? content.toUpperCase() : content;
}

/**
 * Cuts an element's content at the caret, an offset into the content. Spaces at the cut are dropped, and
 * emphasis that reaches over it is closed before and opened again behind.
 */
export function splitContent(content: string, caret: number): [before: string, after: string] {
  if (!hasMarks(content)) return [content.slice(0, caret).trimEnd(), content.slice(caret).trimStart()];
  const { text, spans } = parseEmphasis(content);
  const cut = plainOffset(content, text, caret);
  return [part(text, spans, 0, cut), part(text, spans, cut, text.length)];
}

/** Offset into content → offset into its plain text. Characters that can be no mark stand in both. */
function plainOffset(content: string, text: string, caret: number): number {
  const mark = /[*_\\]/;
  let ordinary = 0;
  let rowStart = 0;
  for (let at = 0; at < caret; at++) {
    if (mark.test(content.charAt(at))) continue;
    ordinary++;
    rowStart = at + 1;
  }
  let offset = 0;
  for (; ordinary > 0; offset++) if (!mark.test(text.charAt(offset))) ordinary--;
  // Between two ordinary characters: the marks that print, all of them or the escaped ones.
  const row = /^[*_\\]*/.exec(content.slice(rowStart))?.[0] ?? '';
  const printed = /^[*_\\]*/.exec(text.slice(offset))?.[0] ?? '';
  const passed = row.slice(0, caret - rowStart);
  if (row === printed) return offset + passed.length;
  return offset + Math.min(passed.match(/\\[*_\\]/g)?.length ?? 0, printed.length);
}

function part(text: string, spans: readonly Span[], from: number, to: number): string {
  while (from < to && text.charAt(from).trim() === '') from++;
  while (to > from && text.charAt(to - 1).trim() === '') to--;
  const inside = spans
    .map((span) => ({ ...span, from: Math.max(span.from, from) - from, to: Math.min(span.to, to) - from }))
    .filter((span) => span.from < span.to);
  return writeEmphasis({ text: text.slice(from, to), spans: inside });
}

/** Puts the second element's content behind the first's; the caret belongs between them. */
export function joinContents(first: string, second: string): { content: string; caret: number } {
  const before = first.trimEnd();
  const after = second.trimStart();
  const gap = before !== '' && after !== '' ? ' ' : '';
  return { content: before + gap + after, caret: before.length + gap.length };
}
