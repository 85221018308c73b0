import type { ElementType } from '#screenplay/element.ts';
import type { TypingReplacement } from '#screenplay/language/smartTyping.ts';

/** A field after a character was typed before the caret. */
export interface TypedField {
  type: ElementType;
  text: string;
  caret: number;
  /** The bottom input. */
  isBelow: boolean;
}

/**
 * Typing rules of the open script, which are loaded after its page; null until then. Text that is
 * typed earlier stays as it is.
 */
export const smartTyping: { current: ((typed: TypedField) => TypingReplacement | null) | null } = {
  current: null,
};
