import type { ElementType } from '#screenplay/element.ts';
import { type ContextReach, contentLimit, type SelectedElement } from '#shared/contract/assistant.ts';
import type { SessionState } from './sessionState.ts';

/** What of the script a question is about. */
export interface AssistantContext {
  elementId: number;
  elementType: ElementType;
  /** Where that is, in words: "Tobias, dialogue, scene 31". */
  label: string;
  content: string;
  characterName: string | null;
  /** Null: the whole element. */
  selectedText: string | null;
}

/** The same as long as it is about the same words; what is typed into the element does not change it. */
export function keyOf(context: AssistantContext | null): string | null {
  return context && JSON.stringify([context.elementId, context.selectedText]);
}

/** Longest selected text that the server takes. */
const selectedTextLimit = 5000;

interface Selection {
  selectedElement?: SelectedElement;
  selectedText?: string;
}

/** What every call to a model has in common. */
export interface AiInput extends Selection {
  leaveOut?: string[];
  reach?: ContextReach;
}

/** As a call carries it; cut where it is longer than the server takes. Nothing without a context. */
export function selectionOf(context: AssistantContext | null): Selection {
  if (!context) return {};
  const { elementId, elementType, content, characterName, selectedText } = context;
  return {
    selectedElement: {
      id: elementId,
      elementType,
      content: cut(content, contentLimit),
      characterName: characterName && cut(characterName, 100),
    },
    ...(selectedText?.trim() && { selectedText: cut(selectedText, selectedTextLimit) }),
  };
}

/** The same with the keys of what stays out of the call, and how much of the script goes with it. */
export function inputOf(
  context: AssistantContext | null,
  { leaveOut, reach }: Pick<SessionState, 'leaveOut' | 'reach'>,
): AiInput {
  const out = leaveOut.size > 0 && { leaveOut: [...leaveOut].sort() };
  const chosen = reachWith(context, reach);
  return { ...selectionOf(context), ...out, ...(chosen !== 'relevant' && { reach: chosen }) };
}

/** Without a selection no scene is meant. */
export function reachWith(context: AssistantContext | null, reach: ContextReach): ContextReach {
  return reach === 'scene' && context === null ? 'relevant' : reach;
}

/** Never half a character. */
function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text;
}
