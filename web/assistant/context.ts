import type { ScriptElement } from '#screenplay/element.ts';
import { type ContextReach, contentLimit, type SelectedElement } from '#shared/contract/assistant.ts';
import type { SessionState } from './sessionState.ts';

/** The part of the script that a question is about. */
export interface AssistantContext extends Pick<ScriptElement, 'elementType' | 'content'> {
  elementId: number;
  /** Its location in words: "Tobias, dialogue, scene 31". */
  label: string;
  characterName: string | null;
  /** Null: the whole element. */
  selectedText: string | null;
}

/**
 * Return a key that is stable while the subject stays the same; typing in the element does not
 * change it.
 */
export function keyOf(context: AssistantContext | null): string | null {
  return context && JSON.stringify([context.elementId, context.selectedText]);
}

/** Maximum length of the selected text that the server accepts. */
const selectedTextLimit = 5000;

interface Selection {
  selectedElement?: SelectedElement;
  selectedText?: string;
}

/** Input that every call to a model shares. */
export interface AiInput extends Selection {
  leaveOut?: string[];
  reach?: ContextReach;
}

/** Return the selection of a call, cut to the server's limit; empty without a context. */
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

/** Return the input of a call with the keys of the excluded parts and the reach into the script. */
export function inputOf(
  context: AssistantContext | null,
  { leaveOut, reach }: Pick<SessionState, 'leaveOut' | 'reach'>,
): AiInput {
  const out = leaveOut.size > 0 && { leaveOut: [...leaveOut].sort() };
  const chosen = reachWith(context, reach);
  return { ...selectionOf(context), ...out, ...(chosen !== 'relevant' && { reach: chosen }) };
}

/** Return the chosen reach; without a selection, "scene" is replaced. */
export function reachWith(context: AssistantContext | null, reach: ContextReach): ContextReach {
  return reach === 'scene' && context === null ? 'relevant' : reach;
}

/** Cut the text to the length, without splitting a character. */
function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text;
}
