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
  elementType: ElementType;
  /** As it is printed, without marks. */
  text: string;
  /** Offset into `text`; null for "at the end". */
  caret?: number | null;
}

/** What the editor has to do. Where a `type` is named, the line goes on as, or is followed by, that type. */
export type FlowStep =
  /** This line becomes another type, in place. */
  | { type: 'change'; elementType: ElementType }
  /** Save this line and open the add box after it. */
  | { type: 'add'; elementType: ElementType }
  | { type: 'save' }
  | { type: 'nothing' }
  /** Nothing was written: the editor closes and nothing is stored. */
  | { type: 'close' }
  /** Cut the element at the caret (splitStyled); both halves keep the type. */
  | { type: 'split' }
  /** Offer the list of element types. */
  | { type: 'chooseType' }
  /** Offer the extensions of a cue: (V.O.), (O.S.), … */
  | { type: 'chooseExtension' };

/** The preference "After dialogue": what a speech leads to. */
export type AfterDialogue = 'action' | 'character';

/** What Ctrl or Cmd and Enter does: it cuts the line, in both settings; at its end the next line is of the same type. */
export function splitStep(state: FlowState): FlowStep {
  if (isBlankLine(state) || isNothingBefore(state)) return { type: 'nothing' };
  return isNothingBehind(state) ? { type: 'add', elementType: state.elementType } : { type: 'split' };
}

/** Whether the caret stands at the start of a line in which something is written. */
export function isAtStart(state: FlowState): boolean {
  return !isBlankLine(state) && isNothingBefore(state);
}

/** The type an add box has after an element of this type was added; also on opening after such an element. */
export function typeAfter(elementType: ElementType, afterDialogue: AfterDialogue = 'action'): ElementType {
  if (elementType === 'dialogue') return afterDialogue;
  if (elementType === 'character' || elementType === 'parenthetical') return 'dialogue';
  if (elementType === 'scene_heading') return 'action';
  return elementType;
}

/** The type of the bottom input when it opens; a script begins with a scene heading (decision OQ-53). */
export function bottomInputType(
  lastType: ElementType | null,
  afterDialogue: AfterDialogue = 'action',
): ElementType {
  return lastType === null ? 'scene_heading' : typeAfter(lastType, afterDialogue);
}

/** The next type in Tab order, or the one before it; wraps at the ends. */
export function cycleType(elementType: ElementType, direction: 1 | -1): ElementType {
  const index = elementTypes.indexOf(elementType) + direction + elementTypes.length;
  return elementTypes[index % elementTypes.length] ?? elementType;
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
  if (key === 'Shift+Tab') return { type: 'change', elementType: cycleType(state.elementType, -1) };
  const isEmpty = isBlankLine(state);
  const isAtEnd = isNothingBehind(state);
  const isCycle = keys === 'cycle';
  if (key === 'Enter') {
    if (isEmpty) return { type: isCycle ? 'close' : 'chooseType' };
    if (isAtEnd) {
      const next = isCycle ? typeAfter(state.elementType, afterDialogue) : finalDraftEnter[state.elementType];
      return { type: 'add', elementType: state.elementType === 'dialogue' ? afterDialogue : next };
    }
    if (isCycle) return { type: 'save' };
    return { type: isNothingBefore(state) ? 'nothing' : 'split' };
  }
  if (isCycle) return { type: 'change', elementType: cycleType(state.elementType, 1) };
  if (isEmpty) return { type: 'change', elementType: finalDraftTab[state.elementType] };
  if (state.elementType === 'character') return { type: 'chooseExtension' };
  return isAtEnd ? { type: 'add', elementType: finalDraftTab[state.elementType] } : { type: 'nothing' };
}

/** Nothing written yet; in a parenthetical the parentheses alone are nothing. */
export function isBlankLine({ elementType, text }: Pick<FlowState, 'text' | 'elementType'>): boolean {
  return text.trim() === '' || (elementType === 'parenthetical' && isBlankParenthetical(text));
}

function isNothingBefore({ elementType, text, caret }: FlowState): boolean {
  const before = text.slice(0, caret ?? text.length).trim();
  return before === '' || (elementType === 'parenthetical' && before === '(');
}

/** After the caret there is no word; the closing parenthesis, which comes by itself, is none. */
function isNothingBehind({ elementType, text, caret }: FlowState): boolean {
  const rest = text.slice(caret ?? text.length).trim();
  return rest === '' || (elementType === 'parenthetical' && rest === ')');
}

const headingStart = /^\s*(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)[. ]/i;

/**
 * The type a line has after its text changed by typing. Action that begins to read INT., EXT., … becomes a
 * heading, action that has come to read CUT TO: a transition, and "(" typed into an empty dialogue a parenthetical.
 * It acts at that moment only, so a writer who changes the type back is left alone.
 */
export function typeWhileTyping(elementType: ElementType, before: string, after: string): ElementType {
  if (elementType === 'action' && headingStart.test(after) && !headingStart.test(before))
    return 'scene_heading';
  if (elementType === 'action' && isCutTo(after) && !isCutTo(before)) return 'transition';
  if (elementType === 'dialogue' && before.trim() === '' && after.trim().startsWith('('))
    return 'parenthetical';
  return elementType;
}

/** CUT TO: and its like; with words of the writer's own it has to be in capitals, or a sentence might end so. */
function isCutTo(text: string): boolean {
  const line = text.trim();
  if (!/ to:$/i.test(line) || line.length > 40) return false;
  return /^[A-Z][A-Z ]*TO:$/.test(line) || defaultTransitions.includes(line.toUpperCase());
}

/** Typed letters are capitals at once where the page shows capitals. */
export function isTypedInCapitals(elementType: ElementType): boolean {
  return isUpperCased(elementType) || elementType === 'transition';
}

/** Text of a line of this type while it is typed. */
export function typedAs(elementType: ElementType, text: string): string {
  return isTypedInCapitals(elementType) ? text.toUpperCase() : text;
}

/**
 * Text as an element of this type keeps it: headings and cues in capitals (docs/spec/script.md), a parenthetical in one
 * pair of parentheses.
 */
export function contentAs(elementType: ElementType, content: string): string {
  if (elementType === 'parenthetical') return withParentheses(withoutDoubled(content));
  return isUpperCased(elementType) ? content.toUpperCase() : content;
}

/** A line that goes on as another type, with its caret; the parentheses come and go with the parenthetical. */
export function convertLineType(
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
  newType: ElementType,
  { elementType, content }: { elementType: ElementType; content: string },
): string {
  if (elementType === newType) return content;
  return contentAs(newType, elementType === 'parenthetical' ? withoutParentheses(content) : content);
}
