/*
 * Keyboard flow while writing: which element type comes next, and when typing changes the type.
 * The type that follows each type is a field of elementTypes/table.ts.
 */

import { expandLetters, maxCapitalLength } from './capitals.ts';
import { defaultTransitions } from './completionLists.ts';
import { directionType, isForeignTransition } from './directions.ts';
import { type ElementType, elementTypes, type ScriptElement } from './element.ts';
import { isActionType, isCueType, isDialogueType, isParentheticalType } from './elementTypes/predicates.ts';
import { elementTypeTable, isUpperCased, toShownCase } from './elementTypes/table.ts';
import type { StyledText } from './emphasis.ts';
import { readAsFountain, tabInFountain, typeAfterInFountain } from './fountainKeys.ts';
import { headingStartOf } from './heading.ts';
import { maxContentLength } from './limits.ts';
import {
  isBlankParenthetical,
  unwrapParentheses,
  withoutDuplicateParentheses,
  withParentheses,
  wrapInParentheses,
} from './parenthetical.ts';
import { sliceStyled, upperStyled } from './styled.ts';

/**
 * Preference "Element keys": Tab cycles the types, Tab and Enter work as in Final Draft, or lines
 * get their type by what is written in them, as in Fountain.
 */
export const elementKeySets = ['cycle', 'finalDraft', 'fountain'] as const;

export type ElementKeys = (typeof elementKeySets)[number];

export const defaultElementKeys: ElementKeys = 'cycle';

export type FlowKey = 'Enter' | 'Tab' | 'Shift+Tab';

/** The line being written, in the script or in an add box. */
export interface FlowState extends Pick<ScriptElement, 'elementType'> {
  /** Printed text, without marks. */
  text: string;
  /** Offset into `text`; null means the end. */
  caret?: number | null;
}

/** Change of a line before it is saved. */
export interface LineChange {
  elementType: ElementType;
  /** Length of the sign of Fountain at its start, which is removed. */
  signLength?: number;
}

/** Action for the editor. `elementType` is the type that the line, or the next line, gets. */
export type FlowStep =
  /** Change the type of this line in place. `endsSpeech`: it was an empty line of a speech. */
  | { type: 'change'; elementType: ElementType; endsSpeech?: true }
  /** Save this line and open the next one after it. */
  | { type: 'add'; elementType: ElementType; becomes?: LineChange }
  | { type: 'save' }
  | { type: 'nothing' }
  /** Close the editor without storing anything; the line is empty. */
  | { type: 'close' }
  /** Split the element at the caret (splitStyled). Both halves keep the type. */
  | { type: 'split' }
  /** Open the list of element types. */
  | { type: 'chooseType' }
  /** Open the list of cue extensions: (V.O.), (O.S.), … */
  | { type: 'chooseExtension' };

/** Preference "After dialogue": type of the line after a speech. */
export const afterDialogueTypes = ['action', 'character'] as const satisfies readonly ElementType[];

export type AfterDialogue = (typeof afterDialogueTypes)[number];

export const defaultAfterDialogue: AfterDialogue = 'action';

/**
 * Return the step for Ctrl or Cmd with Enter, which splits the line under both settings. At the end
 * of the line it adds a line of the same type.
 */
export function splitStep(state: FlowState): FlowStep {
  if (isBlankLine(state) || isNothingBefore(state)) return { type: 'nothing' };
  return isNothingAfter(state) ? { type: 'add', elementType: state.elementType } : { type: 'split' };
}

/** Return whether the caret is at the start of a line that has text. */
export function isAtStart(state: FlowState): boolean {
  return !isBlankLine(state) && isNothingBefore(state);
}

/**
 * Return the type of the add box after an element of this type, whether the box follows a new
 * element or is opened after an existing one.
 */
export function typeAfter(
  elementType: ElementType,
  afterDialogue: AfterDialogue = defaultAfterDialogue,
  keys: ElementKeys = defaultElementKeys,
): ElementType {
  if (isDialogueType(elementType)) return afterDialogue;
  return keys === 'fountain' ? typeAfterInFountain(elementType) : elementTypeTable[elementType].next;
}

/**
 * Return the initial type of the bottom input. A script begins with a scene heading (decision
 * OQ-53).
 */
export function bottomInputType(
  lastType: ElementType | null,
  afterDialogue: AfterDialogue = defaultAfterDialogue,
  keys: ElementKeys = defaultElementKeys,
): ElementType {
  return lastType === null ? 'scene_heading' : typeAfter(lastType, afterDialogue, keys);
}

/** Return the next or previous type in Tab order, wrapping around at the ends. */
export function cycleType(elementType: ElementType, direction: 1 | -1): ElementType {
  const index = elementTypes.indexOf(elementType) + direction + elementTypes.length;
  return elementTypes[index % elementTypes.length] ?? elementType;
}

/**
 * Return the step for Enter, Tab or Shift+Tab. Shift+Enter is a line break and not handled here.
 * Enter at the end of a line saves it and continues with the next type. Elsewhere Enter saves the
 * line or, with other keys than Cycle, splits it (decision OQ-100). Shift+Tab always goes back one
 * type, so that every type can be reached.
 */
export function flowStep(
  keys: ElementKeys,
  key: FlowKey,
  state: FlowState,
  afterDialogue: AfterDialogue = defaultAfterDialogue,
): FlowStep {
  if (key === 'Shift+Tab') return { type: 'change', elementType: cycleType(state.elementType, -1) };
  const isEmpty = isBlankLine(state);
  const isAtEnd = isNothingAfter(state);
  const isCycle = keys === 'cycle';
  if (key === 'Enter') {
    if (isEmpty) return enterOnEmpty(keys, state.elementType, afterDialogue);
    if (isAtEnd) return enterAtEnd(keys, state, afterDialogue);
    if (isCycle) return { type: 'save' };
    return { type: isNothingBefore(state) ? 'nothing' : 'split' };
  }
  if (isCycle) return { type: 'change', elementType: cycleType(state.elementType, 1) };
  if (isEmpty) return { type: 'change', elementType: tabOnEmpty(keys, state.elementType) };
  if (isCueType(state.elementType)) return { type: 'chooseExtension' };
  return isAtEnd && keys === 'finalDraft'
    ? { type: 'add', elementType: elementTypeTable[state.elementType].finalDraftTab }
    : { type: 'nothing' };
}

function enterOnEmpty(keys: ElementKeys, elementType: ElementType, afterDialogue: AfterDialogue): FlowStep {
  if (keys === 'cycle') return { type: 'close' };
  if (keys === 'finalDraft') return { type: 'chooseType' };
  // In Fountain an empty line ends the block, and further ones mean nothing.
  if (isActionType(elementType)) return { type: 'nothing' };
  if (!isDialogueType(elementType)) return { type: 'change', elementType: 'action' };
  return { type: 'change', elementType: afterDialogue, endsSpeech: true };
}

function enterAtEnd(keys: ElementKeys, state: FlowState, afterDialogue: AfterDialogue): FlowStep {
  const becomes = changeOnEnter(keys, state);
  if (!becomes) return { type: 'add', elementType: nextType(keys, state.elementType, afterDialogue) };
  const isOpening = isActionType(becomes.elementType) && becomes.signLength === undefined;
  // An opening is followed by the first heading.
  const next = isOpening ? 'scene_heading' : nextType(keys, becomes.elementType, afterDialogue);
  return { type: 'add', elementType: next, becomes };
}

function tabOnEmpty(keys: ElementKeys, elementType: ElementType): ElementType {
  return keys === 'fountain' ? tabInFountain(elementType) : elementTypeTable[elementType].finalDraftTab;
}

function nextType(keys: ElementKeys, elementType: ElementType, afterDialogue: AfterDialogue): ElementType {
  // In Fountain a speech lasts until an empty line.
  if (keys === 'fountain' && isDialogueType(elementType)) return elementType;
  return keys === 'finalDraft' && !isDialogueType(elementType)
    ? elementTypeTable[elementType].finalDraftEnter
    : typeAfter(elementType, afterDialogue, keys);
}

/** Return how a line changes by its words (decision OQ-122); null if it stays as it is. */
function changeOnEnter(keys: ElementKeys, { elementType, text }: FlowState): LineChange | null {
  if (isDialogueType(elementType) || isParentheticalType(elementType)) return null;
  const meant = directionType(text);
  if (meant !== null) return meant === elementType ? null : { elementType: meant };
  if (keys !== 'fountain' || !isActionType(elementType)) return null;
  const reading = readAsFountain(text);
  if (!reading) return null;
  const { signLength } = reading;
  return { elementType: reading.elementType, ...(signLength > 0 && { signLength }) };
}

/**
 * Return the text of a line after it has changed. An opening is action, which has capitals only as
 * its letters.
 */
export function changedText(text: StyledText, { elementType, signLength = 0 }: LineChange): StyledText {
  const isOpening = isActionType(elementType) && signLength === 0;
  return isOpening ? upperStyled(text) : sliceStyled(text, signLength);
}

/** Return whether the line has no text. A parenthetical with only parentheses is blank. */
export function isBlankLine({ elementType, text }: Pick<FlowState, 'text' | 'elementType'>): boolean {
  return text.trim() === '' || (isParentheticalType(elementType) && isBlankParenthetical(text));
}

function isNothingBefore({ elementType, text, caret }: FlowState): boolean {
  const before = text.slice(0, caret ?? text.length).trim();
  return before === '' || (isParentheticalType(elementType) && /^[(（]$/.test(before));
}

/** Return whether no text follows the caret. The automatic closing parenthesis does not count. */
function isNothingAfter({ elementType, text, caret }: FlowState): boolean {
  const rest = text.slice(caret ?? text.length).trim();
  return rest === '' || (isParentheticalType(elementType) && /^[)）]$/.test(rest));
}

/**
 * Return the type of a line after its text changed by typing. Action that starts with INT., EXT., …
 * becomes a heading; action that reads CUT TO: becomes a transition; a bracket typed into an empty
 * dialogue makes a parenthetical. The type changes only at that moment, so a writer can change it
 * back.
 */
export function typeWhileTyping(elementType: ElementType, before: string, after: string): ElementType {
  if (isActionType(elementType) && startsAsHeading(after) && !startsAsHeading(before)) return 'scene_heading';
  if (isActionType(elementType) && isCutTo(after) && !isCutTo(before)) return 'transition';
  if (isDialogueType(elementType) && before.trim() === '' && /^[(（]/.test(after.trim()))
    return 'parenthetical';
  return elementType;
}

function startsAsHeading(text: string): boolean {
  return headingStartOf(text.trimStart()) !== null;
}

/**
 * Match CUT TO: and similar lines. Unknown ones must be in capitals, because a sentence may end in
 * "to:".
 */
function isCutTo(text: string): boolean {
  const line = text.trim();
  if (line.endsWith(':') && isForeignTransition(line)) return true;
  if (!/ to:$/i.test(line) || line.length > 40) return false;
  return /^[A-Z][A-Z ]*TO:$/.test(line) || defaultTransitions.includes(line.toUpperCase());
}

/**
 * Normalise content for storage in an element of this type. Headings, cues and transitions are in
 * capitals (docs/spec/script.md), a parenthetical is in one pair of parentheses.
 */
export function contentAs(elementType: ElementType, content: string): string {
  return toShownCase(elementType, lettersAs(elementType, content));
}

/**
 * Normalise content like contentAs, but keep its letters as typed. A text that is too long only in
 * capitals gets the longer ones, by which it is split.
 */
export function lettersAs(elementType: ElementType, content: string): string {
  if (isParentheticalType(elementType)) return withParentheses(withoutDuplicateParentheses(content));
  const canBeTooLong = content.length * maxCapitalLength > maxContentLength && isUpperCased(elementType);
  return canBeTooLong && content.toUpperCase().length > maxContentLength ? expandLetters(content) : content;
}

/**
 * Convert a line to another type and keep its caret. Parentheses are added or removed as needed.
 */
export function convertLineType(
  line: { text: StyledText; caret: number },
  from: ElementType,
  to: ElementType,
): { text: StyledText; caret: number } {
  if (from === to) return line;
  if (isParentheticalType(to)) return wrapInParentheses(line.text, line.caret);
  return isParentheticalType(from) ? unwrapParentheses(line.text, line.caret) : line;
}
