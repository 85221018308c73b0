import { z } from 'zod';

/**
 * A suggestion as returned by a model. The types are wide on purpose. An invalid suggestion is
 * dropped when it is checked against the script, and the others are kept.
 */
export const ModelSuggestion = z.object({
  type: z.string().describe('One of: replace, modify, insert_before, insert_after'),
  elementId: z.number().describe('The number in brackets before the element'),
  originalContent: z
    .string()
    .describe('replace: all of the element; modify: the words to change, exactly as they stand; else ""'),
  suggestedContent: z.string().describe('What stands there instead, or the text of the new element'),
  description: z.string().describe('What changes, in a few words'),
  reasoning: z.string().describe('Why it is better, in one or two sentences'),
  confidence: z.number().describe('0 to 1: how likely a professional would agree'),
  elementType: z.string().optional().describe('Only for insertions: the type of the new element'),
  characterName: z.string().optional().describe('Only for an inserted dialogue: who speaks'),
  habit: z.string().optional().describe('Leave it out'),
});
export type ModelSuggestion = z.infer<typeof ModelSuggestion>;

/** Tags around the suggestions at the end of a prose answer. */
export const opening = '<suggestions>';
export const closing = '</suggestions>';

export const suggestionRules = `A suggestion is an object with these fields:
- type: "replace" (a whole element in other words), "modify" (some words of it), "insert_before" or "insert_after" (a new element).
- elementId: the number that stands in brackets before the element.
- originalContent: for replace all of the element, for modify the words to change, both copied exactly; for insertions "".
- suggestedContent: the new words, without the bracketed number and without the type.
- description: what changes, in a few words. reasoning: why it is better, in one or two sentences.
- confidence: 0 to 1.
- elementType: for insertions scene_heading, action, character, dialogue, parenthetical or transition. characterName: who speaks an inserted dialogue.
Where one line can be put in several good ways, give up to three variants: suggestions with the same type, elementId and originalContent, of which the writer takes one. Suggest only what you would stand by.`;

export interface ProseSplitter {
  /** Return the part that can be shown now. */
  push(piece: string): string;
  /** Return the rest of the prose after the last piece. */
  end(): string;
}

/**
 * Remove the suggestions from an answer that arrives in pieces. Text that may begin the opening tag
 * is held until it is clear.
 */
export function proseSplitter(): ProseSplitter {
  let buffer = '';
  let isOver = false;
  return {
    push(piece) {
      if (isOver) return '';
      buffer += piece;
      const at = buffer.indexOf(opening);
      isOver = at >= 0;
      const visibleText = isOver
        ? buffer.slice(0, at).trimEnd()
        : buffer.slice(0, buffer.length - heldLength(buffer));
      buffer = buffer.slice(visibleText.length);
      return visibleText;
    },
    end: () => (isOver ? '' : buffer.trimEnd()),
  };
}

/**
 * Return how many characters at the end may begin the opening tag, including white space before it.
 */
function heldLength(text: string): number {
  const at = text.lastIndexOf('<');
  const isBeginning = at >= 0 && opening.startsWith(text.slice(at));
  const prose = isBeginning ? text.slice(0, at) : text;
  return text.length - prose.trimEnd().length;
}

/** Split a complete answer into prose and suggestions. Invalid JSON yields no suggestions. */
export function splitAnswer(answer: string): { prose: string; suggestions: ModelSuggestion[] } {
  const at = answer.indexOf(opening);
  if (at < 0) return { prose: answer.trim(), suggestions: [] };
  const rest = answer.slice(at + opening.length);
  // Use the last closing tag, because a suggestion may contain one.
  const end = rest.lastIndexOf(closing);
  const block = end < 0 ? rest : rest.slice(0, end);
  return { prose: answer.slice(0, at).trim(), suggestions: suggestionsIn(block) };
}

function suggestionsIn(block: string): ModelSuggestion[] {
  const list = parseJson(block.replace(/^\s*```(?:json)?|```\s*$/g, ''));
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => ModelSuggestion.safeParse(withoutNulls(item)).data ?? []);
}

/** Remove nulls, which models return for optional fields. */
function withoutNulls(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // truncated or not JSON: the answer has no suggestions
  }
}

/** Join prose and suggestions in the form that models answer in. */
export function joinAnswer(prose: string, suggestions: readonly ModelSuggestion[]): string {
  const text = prose.replaceAll(opening, 'suggestions');
  if (suggestions.length === 0) return text;
  return `${text}\n\n${opening}${JSON.stringify(suggestions)}${closing}`;
}
