import { z } from 'zod';
import { isSame } from '#screenplay/fdx/same.ts';
import { contentAs } from '#screenplay/flow.ts';
import { mergeElement } from '#screenplay/merge.ts';
import { touchesScenes } from '#screenplay/scenes.ts';
import { conflict, notFound } from '#server/lib/errors.ts';
import { Element } from '#shared/contract/elements.ts';
import { type Draft, isHeading, tell, wantScene } from './draft.ts';
import type { DeleteEdit, UpdateEdit } from './edit.ts';
import { withLayout } from './elementFields.ts';
import { type HistoryEntry, type Told, toldFields } from './history.ts';
import { moveTo } from './moving.ts';
import type { ElementRow } from './script.queries.ts';

/**
 * Changes fields of an element. A save based on an older version is merged with what was stored since; where
 * both changed the same words, a conflict with both texts is thrown (decision OQ-27).
 */
export function update(draft: Draft, edit: UpdateEdit): void {
  const before = draft.rows.get(edit.id);
  if (!before) throw notFound('Element');
  draft.namedIds.add(before.id);
  const fields = fieldsToStore(draft, before, edit);
  if (!differs(before, fields)) return;
  const isTold = differs(toldFields(before), fields);
  const after = { ...before, ...fields, version: before.version + (isTold ? 1 : 0) };
  draft.rows.set(before.id, after);
  draft.changedIds.add(before.id);
  if (after.orderIndex !== before.orderIndex) moveTo(draft, before.id, after.orderIndex);
  const element = draft.inOrder.get(before.id);
  const endsHeading = isHeading(before) && !isHeading(after);
  if (isTold) {
    const entry: HistoryEntry = {
      elementId: before.id,
      before: toldFields(before),
      after: toldFields(after),
      version: after.version,
      afterElementId: null,
      kept: null,
    };
    tell(draft, entry);
    if (endsHeading && element?.sceneId != null) draft.endings.push({ entry, sceneId: element.sceneId });
  }
  if (!element || !touchesScenes(before, after, false)) return;
  draft.isOutOfStep = true;
  element.elementType = after.elementType;
  element.content = isHeading(after) ? after.content : '';
  const ended = draft.keptScenes.get(before.id);
  if (ended && !isHeading(before)) wantScene(draft, before.id, ended.id, ended);
}

/** Whether `after` gives any field another value than `before` has. */
function differs(before: object, after: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).some(
    ([field, value]) => stored.has(field) && !isSame(stored.get(field), value),
  );
}

/** The patch on top of what is stored, merged where it was made on an older version. */
function fieldsToStore(draft: Draft, stored: ElementRow, { fields: patch, baseVersion }: UpdateEdit) {
  const { alignment, startsNewPage, ...given } = patch;
  const isStale = baseVersion !== undefined && baseVersion < stored.version;
  const fields: Told & Partial<ElementRow> = {
    ...toldFields(stored),
    ...(given as Partial<ElementRow>),
    ...(isStale ? merged(draft, stored, given as Partial<Told>, baseVersion) : {}),
  };
  fields.content = contentAs(fields.elementType, fields.content);
  if (given.characterName) fields.characterName = given.characterName.toUpperCase();
  fields.extras = withLayout(stored.extras, { alignment, startsNewPage });
  // The name a file gave its type says nothing of the type a writer chose since.
  if (fields.elementType !== stored.elementType) fields.originalType = null;
  return fields;
}

function merged(draft: Draft, stored: ElementRow, given: Partial<Told>, baseVersion: number): Told {
  const base = draft.pastTexts.at(stored.id, baseVersion);
  const result = base && mergeElement(base, toldFields(stored), { ...base, ...given });
  if (result?.merged) return result.merged;
  throw changedMeanwhile(stored, base?.content, given.content ?? stored.content);
}

function changedMeanwhile(stored: ElementRow, base: string | undefined, yours: string) {
  return conflict('Somebody else changed this element at the same time.', {
    current: z.encode(Element, stored),
    base: base === undefined ? null : { content: base },
    yours: { content: yours },
  });
}

/** Throws a conflict when an element no longer says what it said at the version whose text is to go. */
export function expectUnchanged(draft: Draft, stored: ElementRow, { baseVersion }: DeleteEdit): void {
  if (baseVersion === undefined || baseVersion >= stored.version) return;
  const base = draft.pastTexts.at(stored.id, baseVersion);
  if (!base || !isSame(base, toldFields(stored))) throw changedMeanwhile(stored, base?.content, '');
}
