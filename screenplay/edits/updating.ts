import { isDeepEqual } from '../fdx/same.ts';
import { mergeElement } from '../merge.ts';
import type { RecordedText } from '../past.ts';
import type { DeleteEdit, ElementFieldChanges, UpdateEdit } from './edit.ts';
import { type EditSession, recordEdit, requestSceneRestore } from './editSession.ts';
import { withFieldChanges } from './elementFields.ts';
import { moveElement } from './moving.ts';
import { EditRefusal, elementMissing } from './refusal.ts';
import { isSceneHeading, type RecordedEdit, recordedText, type ScriptRow } from './rows.ts';

/**
 * Changes fields of an element. A save based on an older version is merged with what was stored since; where
 * both changed the same words, it is refused as a conflict with both texts (decision OQ-27).
 */
export function update(draft: EditSession, edit: UpdateEdit): void {
  const before = draft.rows.get(edit.id);
  if (!before) throw elementMissing();
  draft.namedIds.add(before.id);
  const after = withFields(draft, before, edit);
  if (isDeepEqual(before, after)) return;
  const isRecorded = !isDeepEqual(recordedText(before), recordedText(after));
  if (isRecorded) after.version += 1;
  draft.rows.set(before.id, after);
  draft.changedIds.add(before.id);
  if (after.orderIndex !== before.orderIndex) moveElement(draft, before.id, after.orderIndex);
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
    recordEdit(draft, entry);
    if (isSceneHeading(before) && !isSceneHeading(after) && element?.sceneId != null)
      draft.endings.push({ record: entry, sceneId: element.sceneId });
  }
  const isUntouched = before.elementType === after.elementType && before.content === after.content;
  if (!element || isUntouched || !(isSceneHeading(before) || isSceneHeading(after))) return;
  draft.isOutOfStep = true;
  element.elementType = after.elementType;
  element.content = isSceneHeading(after) ? after.content : '';
  const ended = draft.keptScenes.get(before.id);
  if (ended && !isSceneHeading(before)) requestSceneRestore(draft, before.id, ended.id, ended);
}

/**
 * The row with the patch, merged where that was made on another version. A version that is not
 * there yet was there before a backup was restored: what it said is not known.
 */
function withFields(draft: EditSession, stored: ScriptRow, { fields, baseVersion }: UpdateEdit): ScriptRow {
  const isStale = baseVersion !== undefined && baseVersion !== stored.version;
  return withFieldChanges(stored, {
    ...fields,
    ...(isStale ? merged(draft, stored, fields, baseVersion) : {}),
  });
}

function merged(
  draft: EditSession,
  stored: ScriptRow,
  given: ElementFieldChanges,
  baseVersion: number,
): RecordedText {
  const base = draft.pastTexts.at(stored.id, baseVersion);
  const ours = base && { ...base, ...defined(given) };
  const result = ours && mergeElement(base, recordedText(stored), ours);
  if (result?.merged) return result.merged;
  throw changedMeanwhile(stored, base?.content, given.content ?? stored.content);
}

/** The text fields that are given. */
function defined({
  content,
  elementType,
  characterName,
  parenthetical,
}: ElementFieldChanges): Partial<RecordedText> {
  return {
    ...(content !== undefined && { content }),
    ...(elementType !== undefined && { elementType }),
    ...(characterName !== undefined && { characterName }),
    ...(parenthetical !== undefined && { parenthetical }),
  };
}

function changedMeanwhile(current: ScriptRow, base: string | undefined, yours: string) {
  return new EditRefusal('conflict', 'Somebody else changed this element at the same time.', {
    current,
    base: base === undefined ? null : { content: base },
    yours: { content: yours },
  });
}

/** Refuses as a conflict when an element no longer says what it said at the version whose text is to go. */
export function expectUnchanged(draft: EditSession, stored: ScriptRow, { baseVersion }: DeleteEdit): void {
  if (baseVersion === undefined || baseVersion === stored.version) return;
  const base = draft.pastTexts.at(stored.id, baseVersion);
  if (!base || !isDeepEqual(base, recordedText(stored))) throw changedMeanwhile(stored, base?.content, '');
}
