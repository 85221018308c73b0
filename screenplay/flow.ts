/*
 * What the keys do while writing: which type comes next, and when text changes its type by itself.
 * The documented rules are spec workspace §4; the second table is decision OQ-58.
 */
import { type ElementType, elementTypes, isUpperCased } from './element.ts';

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

/** The type an add box has after an element of this type was added; also on opening after such an element. */
export function typeAfter(type: ElementType, afterDialogue: AfterDialogue = 'action'): ElementType {
  if (type === 'dialogue') return afterDialogue;
  if (type === 'character' || type === 'parenthetical') return 'dialogue';
  if (type === 'scene_heading') return 'action';
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
 * Enter at the end of a line saves it and goes on with the next type, and in the middle cuts it, in both settings.
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
  const isAtEnd = state.text.slice(state.caret ?? state.text.length).trim() === '';
  const isCycle = keys === 'cycle';
  if (key === 'Enter') {
    if (isEmpty) return { does: isCycle ? 'close' : 'chooseType' };
    if (isAtEnd) {
      const next = isCycle ? typeAfter(state.type, afterDialogue) : finalDraftEnter[state.type];
      return { does: 'add', type: state.type === 'dialogue' ? afterDialogue : next };
    }
    const isAtStart = state.text.slice(0, state.caret ?? 0).trim() === '';
    if (isAtStart) return { does: isCycle ? 'save' : 'nothing' };
    return { does: 'split' };
  }
  if (isCycle) return { does: 'change', type: cycleType(state.type, 1) };
  if (isEmpty) return { does: 'change', type: finalDraftTab[state.type] };
  if (state.type === 'character') return { does: 'chooseExtension' };
  return isAtEnd ? { does: 'add', type: finalDraftTab[state.type] } : { does: 'nothing' };
}

/** Nothing written yet; in a parenthetical the brackets alone are nothing. */
function isBlankLine({ type, text }: FlowState): boolean {
  const written = text.trim();
  return written === '' || (type === 'parenthetical' && /^\(\s*\)?$/.test(written));
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
