import { isUpperCased } from '../element.ts';
import { isSame } from '../fdx/same.ts';
import { mergeElement } from '../merge.ts';
import type { ToldText } from '../past.ts';
import { type Draft, record, wantScene } from './draft.ts';
import type { DeleteEdit, UpdateEdit } from './edit.ts';
import { withLayout } from './elementFields.ts';
import { moveTo } from './moving.ts';
import { EditRefusal, elementMissing } from './refusal.ts';
import { isHeading, type RecordedEdit, recordedText, type ScriptRow } from './rows.ts';

/**
 * Changes fields of an element. A save based on an older version is merged with what was stored since; where
 * both changed the same words, it is refused as a conflict with both texts (decision OQ-27).
 */
export function update(draft: Draft, edit: UpdateEdit): void {
  const before = draft.rows.get(edit.id);
  if (!before) throw elementMissing();
  draft.namedIds.add(before.id);
  const fields = fieldsToStore(draft, before, edit);
  if (!differs(before, fields)) return;
  const isRecorded = differs(recordedText(before), fields);
  const after: ScriptRow = { ...before, ...fields, version: before.version + (isRecorded ? 1 : 0) };
  draft.rows.set(before.id, after);
  draft.changedIds.add(before.id);
  if (after.orderIndex !== before.orderIndex) moveTo(draft, before.id, after.orderIndex);
  const element = draft.order.get(before.id);
  if (isRecorded) {
    const entry: RecordedEdit = {
      elementId: before.id,
      before: recordedText(before),
      after: recordedText(after),
      version: after.version,
      afterElementId: null,
      kept: null,
    };
    record(draft, entry);
    if (isHeading(before) && !isHeading(after) && element?.sceneId != null)
      draft.endings.push({ record: entry, sceneId: element.sceneId });
  }
  const isUntouched = before.elementType === after.elementType && before.content === after.content;
  if (!element || isUntouched || !(isHeading(before) || isHeading(after))) return;
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
function fieldsToStore(draft: Draft, stored: ScriptRow, { fields: patch, baseVersion }: UpdateEdit) {
  const { alignment, startsNewPage, ...given } = patch;
  const isStale = baseVersion !== undefined && baseVersion < stored.version;
  const fields: ToldText & Partial<ScriptRow> = {
    ...recordedText(stored),
    ...(given as Partial<ScriptRow>),
    ...(isStale ? merged(draft, stored, given as Partial<ToldText>, baseVersion) : {}),
  };
  if (isUpperCased(fields.elementType)) fields.content = fields.content.toUpperCase();
  if (given.characterName) fields.characterName = given.characterName.toUpperCase();
  fields.extras = withLayout(stored.extras, { alignment, startsNewPage });
  // The name a file gave its type says nothing of the type a writer chose since.
  if (fields.elementType !== stored.elementType) fields.originalType = null;
  return fields;
}

function merged(draft: Draft, stored: ScriptRow, given: Partial<ToldText>, baseVersion: number): ToldText {
  const base = draft.pastTexts.at(stored.id, baseVersion);
  const result = base && mergeElement(base, recordedText(stored), { ...base, ...given });
  if (result?.merged) return result.merged;
  throw changedMeanwhile(stored, base?.content, given.content ?? stored.content);
}

function changedMeanwhile(current: ScriptRow, base: string | undefined, yours: string) {
  return new EditRefusal('conflict', 'Somebody else changed this element at the same time.', {
    current,
    base: base === undefined ? null : { content: base },
    yours: { content: yours },
  });
}

/** Refuses as a conflict when an element no longer says what it said at the version whose text is to go. */
export function expectUnchanged(draft: Draft, stored: ScriptRow, { baseVersion }: DeleteEdit): void {
  if (baseVersion === undefined || baseVersion >= stored.version) return;
  const base = draft.pastTexts.at(stored.id, baseVersion);
  if (!base || !isSame(base, recordedText(stored))) throw changedMeanwhile(stored, base?.content, '');
}
