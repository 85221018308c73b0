import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { toShownCase } from '#screenplay/elementTypes/table.ts';
import type { ModelSuggestion } from '#server/ai/prompts/suggestions.ts';
import { Suggestion, suggestionTypes } from '#shared/contract/assistant.ts';
import { contentAfterSuggestion } from './contentAfterSuggestion.ts';
import type { ProjectRead } from './project.ts';

/** Maximum number of suggestions in one answer of a language model. */
export const maxOfModel = 20;

const Type = z.enum(suggestionTypes);
const ElementType = z.enum(elementTypes);

/**
 * Return the suggestions of a model that can be applied: known type, element of the project,
 * original text found. All others are dropped (decision OQ-70), as are duplicates and those that
 * change nothing. Variants of one line are kept. All texts are plain text.
 */
export function checkedSuggestions(
  given: readonly ModelSuggestion[],
  facts: ProjectRead['facts'],
  max = maxOfModel,
): Suggestion[] {
  const changes = new Set<string>();
  return given
    .flatMap((suggestion) => checkSuggestion(suggestion, facts) ?? [])
    .filter((suggestion) => {
      const change = changeOf(suggestion);
      return !changes.has(change) && changes.add(change);
    })
    .slice(0, max);
}

/** Return a key that is equal for suggestions with the same effect. */
function changeOf(suggestion: Suggestion): string {
  const { type, elementId, originalContent, suggestedContent, elementType, characterName, description } =
    suggestion;
  const text = type === 'note' ? description : suggestedContent;
  return JSON.stringify([type, elementId, originalContent, text, elementType, characterName]);
}

function checkSuggestion(
  given: ModelSuggestion,
  { elements, indexOfId }: ProjectRead['facts'],
): Suggestion | null {
  const element = elements[indexOfId.get(given.elementId) ?? -1];
  const type = Type.safeParse(given.type).data;
  const isInsertion = type === 'insert_before' || type === 'insert_after';
  const elementType = isInsertion ? ElementType.safeParse(given.elementType).data : element?.elementType;
  if (!element || !type || !elementType || !Number.isFinite(given.confidence)) return null;
  const words = given.suggestedContent.trim();
  const suggestion = {
    id: randomUUID(),
    type,
    description: truncate(given.description, 500) || 'A suggestion',
    confidence: Math.min(Math.max(given.confidence, 0), 1),
    reasoning: truncate(given.reasoning, 2000),
    originalContent: isInsertion ? '' : originalOf(type, given.originalContent),
    suggestedContent: toShownCase(elementType, words),
    elementId: element.id,
    elementType,
    characterName: isInsertion ? given.characterName?.trim() || null : (element.characterName ?? null),
    ...(given.habit && { habit: truncate(given.habit, 200) }),
  };
  if (
    type === 'note'
      ? !containsOriginal(element.content, suggestion)
      : !isInsertion && !doesChange(element.content, suggestion)
  )
    return null;
  return Suggestion.safeParse(suggestion).data ?? null;
}

/** Words within an element keep surrounding spaces, a whole element is trimmed. */
function originalOf(type: Suggestion['type'], original: string): string {
  return type === 'modify' ? original : original.trim();
}

function doesChange(content: string, suggestion: Suggestion): boolean {
  const result = contentAfterSuggestion(content, suggestion);
  return result !== null && result.trim() !== '' && result.trim() !== content.trim();
}

/** Return whether the text of a note occurs in the element. */
function containsOriginal(content: string, { originalContent }: Suggestion): boolean {
  return originalContent !== '' && content.includes(originalContent);
}

/** Join a text to one line and truncate it. */
function truncate(text: string, limit: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, limit).toWellFormed();
}
