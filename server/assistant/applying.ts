import { isActionType, isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { requireAi } from '#server/ai/access.ts';
import type { Db } from '#server/db/client.ts';
import { conflict, invalid, notFound } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { editScriptAtOnce, type ScriptEdit } from '#server/script/script.service.ts';
import { contentLimit, type Suggestion, staleSuggestion } from '#shared/contract/assistant.ts';
import { contentAfterSuggestion } from './contentAfterSuggestion.ts';
import { elementIn, idBefore } from './project.queries.ts';

type ElementRow = NonNullable<Awaited<ReturnType<typeof elementIn>>>;

/**
 * Apply a suggestion for the user and record it as the assistant's change (decision OQ-71). Throws
 * conflict when the element's text has changed, and therefore also when a suggestion is applied
 * twice.
 */
export function applySuggestion(db: Db, scope: Scope, suggestion: Suggestion) {
  return changeProject(db, scope, async (change) => {
    requireAi((await projectRow(change.tx, scope.projectId)).aiAccess, 'suggest');
    const element = await elementIn(change.tx, scope.projectId, suggestion.elementId);
    if (!element) throw notFound('Element');
    const edits = isInsertion(suggestion)
      ? [await insertion(change.tx, element, suggestion)]
      : update(element, suggestion);
    const reason = suggestion.description.trim() || null;
    const { elements, historyIds } = await editScriptAtOnce(change, edits, { reason, changedBy: 'ai' });
    const after = isInsertion(suggestion) ? elements[0] : elements.find(({ id }) => id === element.id);
    const [historyEntryId] = historyIds;
    if (!after || historyEntryId === undefined) throw invalid('This suggestion changes nothing.');
    const added = isInsertion(suggestion) ? [] : elements.filter((each) => each !== after);
    return { success: true as const, element: after, added, historyEntryId };
  });
}

function isInsertion({ type }: Suggestion): boolean {
  return type === 'insert_before' || type === 'insert_after';
}

async function insertion(tx: Db, element: ElementRow, suggestion: Suggestion): Promise<ScriptEdit> {
  const { type, elementType, suggestedContent: content, characterName } = suggestion;
  return {
    type: 'insert',
    afterId: type === 'insert_after' ? element.id : await idBefore(tx, element),
    elements: [
      { elementType, content, ...(isDialogueType(elementType) && characterName ? { characterName } : {}) },
    ],
  };
}

/**
 * Replace the element's text. An empty line separates elements in every format, so the text is
 * split there (OQ-117).
 */
function update({ id, content, elementType }: ElementRow, suggestion: Suggestion): ScriptEdit[] {
  if (suggestion.type === 'note') throw invalid('A note proposes no change.');
  const after = contentAfterSuggestion(content, suggestion);
  if (after === null) throw conflict(staleSuggestion);
  if (after.length > contentLimit) {
    throw invalid('The element would become too long.', {
      suggestedContent: `The element can hold ${contentLimit} characters`,
    });
  }
  const isSplit = isActionType(elementType) && paragraph.test(after) && !paragraph.test(content);
  const [first = after, ...rest] = isSplit
    ? after.split(paragraph).filter((part) => part.trim() !== '')
    : [after];
  const updated: ScriptEdit = { type: 'update', id, fields: { content: first } };
  if (rest.length === 0) return [updated];
  const elements = rest.map((text) => ({ elementType, content: text }));
  return [updated, { type: 'insert', afterId: id, elements }];
}

const paragraph = /\n[^\S\n]*\n\s*/;
