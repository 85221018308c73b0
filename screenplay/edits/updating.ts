import { isHeadingType } from '../elementTypes/predicates.ts';
import { isDeepEqual } from '../fdx/same.ts';
import { contentAs } from '../flow.ts';
import { mergeLettered } from '../merge.ts';
import type { RecordedText } from '../past.ts';
import { lettersOf } from '../typedLetters.ts';
import type { DeleteEdit, ElementFieldChanges, UpdateEdit } from './edit.ts';
import { EditError, elementNotFound } from './editError.ts';
import { type EditSession, recordEdit, requestSceneRestore, textAt } from './editSession.ts';
import { withFieldChanges } from './elementFields.ts';
import { moveElement } from './moving.ts';
import { type RecordedEdit, recordedText, type ScriptRow } from './rows.ts';

/**
 * Change fields of an element. A change based on an older version is merged with the stored one. If
 * both changed the same words, the edit is rejected as a conflict with both texts (decision OQ-27).
 */
export function update(session: EditSession, edit: UpdateEdit): void {
  const before = session.rows.get(edit.id);
  if (!before) throw elementNotFound();
  session.namedIds.add(before.id);
  const after = withFields(session, before, edit);
  if (isDeepEqual(before, after)) return;
  const isRecorded = !isDeepEqual(recordedText(before), recordedText(after));
  if (isRecorded) after.version += 1;
  session.rows.set(before.id, after);
  session.changedIds.add(before.id);
  if (after.orderIndex !== before.orderIndex) moveElement(session, before.id, after.orderIndex);
  const element = session.order.get(before.id);
  if (isRecorded) {
    const entry: RecordedEdit = {
      elementId: before.id,
      before: recordedText(before),
      after: recordedText(after),
      version: after.version,
      afterElementId: null,
      kept: null,
    };
    recordEdit(session, entry);
    if (isHeadingType(before.elementType) && !isHeadingType(after.elementType) && element?.sceneId != null)
      session.endings.push({ record: entry, sceneId: element.sceneId });
  }
  const isUntouched = before.elementType === after.elementType && before.content === after.content;
  if (!element || isUntouched || !(isHeadingType(before.elementType) || isHeadingType(after.elementType)))
    return;
  session.hasStaleScenes = true;
  element.elementType = after.elementType;
  element.content = isHeadingType(after.elementType) ? after.content : '';
  const ended = session.stored.endedScenes.get(before.id);
  if (ended && !isHeadingType(before.elementType))
    requestSceneRestore(session, before.id, ended.scene.id, ended.scene);
}

/**
 * Return the row with changed fields, merged if the change is based on another version. A base
 * version above the stored one dates from before a backup was restored; its text is unknown.
 */
function withFields(session: EditSession, stored: ScriptRow, { fields, baseVersion }: UpdateEdit): ScriptRow {
  const isStale = baseVersion !== undefined && baseVersion !== stored.version;
  return withFieldChanges(stored, {
    ...fields,
    ...(isStale ? mergeConcurrentText(session, stored, fields, baseVersion) : {}),
  });
}

function mergeConcurrentText(
  session: EditSession,
  stored: ScriptRow,
  changes: ElementFieldChanges,
  baseVersion: number,
): RecordedText {
  const base = textAt(session, stored.id, baseVersion);
  const ours = base && { ...base, ...definedTextFields(changes) };
  const theirs = { ...recordedText(stored), content: lettersOf(stored) };
  const result = ours && mergeLettered(base, theirs, ours);
  if (result?.merged) return result.merged;
  const { elementType = stored.elementType, content = stored.content } = changes;
  throw concurrentChange(stored, base?.content, contentAs(elementType, content));
}

/** Return the text fields that are defined. */
function definedTextFields({
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

function concurrentChange(current: ScriptRow, base: string | undefined, yours: string) {
  return new EditError('conflict', 'Somebody else changed this element at the same time.', {
    current,
    base: base === undefined ? null : { content: base },
    yours: { content: yours },
  });
}

/** Reject a deletion as a conflict if the text changed since the version that the user deleted. */
export function requireUnchanged(session: EditSession, stored: ScriptRow, { baseVersion }: DeleteEdit): void {
  if (baseVersion === undefined || baseVersion === stored.version) return;
  const base = textAt(session, stored.id, baseVersion);
  if (!base || !isDeepEqual(base, recordedText(stored))) throw concurrentChange(stored, base?.content, '');
}
