/*
 * What the keys do while writing: which type comes next, and when text changes its type by itself.
 * The first table is that of docs/spec/script.md; the second table is decision OQ-58.
 */
import { defaultTransitions } from './completionLists.ts';
import { type ElementType, elementTypes, isUpperCased } from './element.ts';
import type { StyledText } from './emphasis.ts';
import {
  inParentheses,
  isBlankParenthetical,
  outOfParentheses,
  withoutDoubled,
  withoutParentheses,
  withParentheses,
} from './parenthetical.ts';

/** The preference "Element keys": Tab cycles the types, or Tab and Enter work as in Final Draft. */
export type ElementKeys = 'cycle' | 'finalDraft';

export type FlowKey = 'Enter' | 'Tab' | 'Shift+Tab';

/** The element being written, or the line in an add box. */
export interface FlowState {
  type: ElementType;
  /** As it is printed, without marks. */
  text: string;
  /** Offset into `text`; null for "at the end". */
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
  /** Cut the element at the caret (splitStyled); both halves keep the type. */
  | { does: 'split' }
  /** Offer the list of element types. */
  | { does: 'chooseType' }
  /** Offer the extensions of a cue: (V.O.), (O.S.), … */
  | { does: 'chooseExtension' };

/** The preference "After dialogue": what a speech leads to. */
export type AfterDialogue = 'action' | 'character';

/** What Ctrl or Cmd and Enter does: it cuts the line, in both settings; at its end the next line is of the same type. */
export function splitStep(state: FlowState): FlowStep {
  if (isBlankLine(state) || isNothingBefore(state)) return { does: 'nothing' };
  return isNothingBehind(state) ? { does: 'add', type: state.type } : { does: 'split' };
}

/** Whether the caret stands at the start of a line in which something is written. */
export function isAtStart(state: FlowState): boolean {
  return !isBlankLine(state) && isNothingBefore(state);
}

/** The type an add box has after an element of this type was added; also on opening after such an element. */
export function typeAfter(type: ElementType, afterDialogue: AfterDialogue = 'action'): ElementType {
  if (type === 'dialogue') return afterDialogue;
  if (type === 'character' || type === 'parenthetical') return 'dialogue';
  if (type === 'scene_heading') return 'action';
  return type;
}

/** The type of the bottom input when it opens; a script begins with a scene heading (decision OQ-53). */
export function bottomInputType(
  lastType: ElementType | null,
  afterDialogue: AfterDialogue = 'action',
): ElementType {
  return lastType === null ? 'scene_heading' : typeAfter(lastType, afterDialogue);
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
 * Enter at the end of a line saves it and goes on with the next type. Elsewhere it saves the line, or cuts it where the
 * keys are Final Draft's (decision OQ-100).
 * Shift+Tab always goes back one type, so that no type is out of reach.
 */
export function flowStep(
  keys: ElementKeys,
  key: FlowKey,
  state: FlowState,
  afterDialogue: AfterDialogue = 'action',
): FlowStep {
  if (key === 'Shift+Tab') return { does: 'change', type: cycleType(state.type, -1) };
  const isEmpty = isBlankLine(state);
  const isAtEnd = isNothingBehind(state);
  const isCycle = keys === 'cycle';
  if (key === 'Enter') {
    if (isEmpty) return { does: isCycle ? 'close' : 'chooseType' };
    if (isAtEnd) {
      const next = isCycle ? typeAfter(state.type, afterDialogue) : finalDraftEnter[state.type];
      return { does: 'add', type: state.type === 'dialogue' ? afterDialogue : next };
    }
    if (isCycle) return { does: 'save' };
    return { does: isNothingBefore(state) ? 'nothing' : 'split' };
  }
  if (isCycle) return { does: 'change', type: cycleType(state.type, 1) };
  if (isEmpty) return { does: 'change', type: finalDraftTab[state.type] };
  if (state.type === 'character') return { does: 'chooseExtension' };
  return isAtEnd ? { does: 'add', type: finalDraftTab[state.type] } : { does: 'nothing' };
}

/** Nothing written yet; in a parenthetical the parentheses alone are nothing. */
export function isBlankLine({ type, text }: Pick<FlowState, 'type' | 'text'>): boolean {
  return text.trim() === '' || (type === 'parenthetical' && isBlankParenthetical(text));
}

function isNothingBefore({ type, text, caret }: FlowState): boolean {
  const before = text.slice(0, caret ?? text.length).trim();
  return before === '' || (type === 'parenthetical' && before === '(');
}

/** After the caret there is no word; the closing parenthesis, which comes by itself, is none. */
function isNothingBehind({ type, text, caret }: FlowState): boolean {
  const rest = text.slice(caret ?? text.length).trim();
  return rest === '' || (type === 'parenthetical' && rest === ')');
}

const headingStart = /^\s*(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)[. ]/i;

/**
 * The type a line has after its text changed by typing. Action that begins to read INT., EXT., … becomes a
 * heading, action that has come to read CUT TO: a transition, and "(" typed into an empty dialogue a parenthetical.
 * It acts at that moment only, so a writer who changes the type back is left alone.
 */
export function typeWhileTyping(type: ElementType, before: string, after: string): ElementType {
  if (type === 'action' && headingStart.test(after) && !headingStart.test(before)) return 'scene_heading';
  if (type === 'action' && isCutTo(after) && !isCutTo(before)) return 'transition';
  if (type === 'dialogue' && before.trim() === '' && after.trim().startsWith('(')) return 'parenthetical';
  return type;
}

/** CUT TO: and its like; with words of the writer's own it has to be in capitals, or a sentence might end so. */
function isCutTo(text: string): boolean {
  const line = text.trim();
  if (!/ to:$/i.test(line) || line.length > 40) return false;
  return /^[A-Z][A-Z ]*TO:$/.test(line) || defaultTransitions.includes(line.toUpperCase());
}

/** Typed letters are capitals at once where the page shows capitals. */
export function isTypedInCapitals(type: ElementType): boolean {
  return isUpperCased(type) || type === 'transition';
}

/** Text of a line of this type while it is typed. */
export function typedAs(type: ElementType, text: string): string {
  return isTypedInCapitals(type) ? text.toUpperCase() : text;
}

/**
 * Text as an element of this type keeps it: headings and cues in capitals (docs/spec/script.md), a parenthetical in one
 * pair of parentheses.
 */
export function contentAs(type: ElementType, content: string): string {
  if (type === 'parenthetical') return withParentheses(withoutDoubled(content));
  return isUpperCased(type) ? content.toUpperCase() : content;
}

/** A line that goes on as another type, with its caret; the parentheses come and go with the parenthetical. */
export function retyped(
  line: { text: StyledText; caret: number },
  from: ElementType,
  to: ElementType,
): { text: StyledText; caret: number } {
  if (from === to) return line;
  if (to === 'parenthetical') return inParentheses(line.text, line.caret);
  return from === 'parenthetical' ? outOfParentheses(line.text, line.caret) : line;
}

/** What an element holds once it is of another type; the parentheses go with the parenthetical. */
export function contentOfType(
  type: ElementType,
  { elementType, content }: { elementType: ElementType; content: string },
): string {
  if (elementType === type) return content;
  return contentAs(type, elementType === 'parenthetical' ? withoutParentheses(content) : content);
}
