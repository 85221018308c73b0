import type { Change, QueuedEdit } from './change.ts';
import { touchedIds } from './localIds.ts';

/**
 * Limits of one bundle: a call that short is answered in a few hundred milliseconds, so that the
 * changes behind it do not wait for it.
 */
const maxChanges = 100;
const maxCharacters = 100_000;

/**
 * Return the changes at the head of the outbox that are sent in one call. On a slow network one
 * call for each paragraph would take minutes. If a call may have arrived, it is repeated with the
 * same changes, because the server recognises it by its key.
 */
export function nextBundle(pending: readonly Change[], isAttempted: (key: string) => boolean): Change[] {
  const [first] = pending;
  if (!first) return [];
  const { bundle } = first;
  if (bundle) {
    const members = pending.filter((each) => each.bundle?.key === bundle.key);
    return members.length === bundle.size ? members : [first];
  }
  const members: Change[] = [];
  const touched = new Set<number>();
  let characters = 0;
  for (const [index, change] of pending.entries()) {
    const ids = change.edits.flatMap(touchedIds);
    characters += charactersOf(change);
    const isLast = index === pending.length - 1;
    const fits =
      members.length < maxChanges &&
      characters <= maxCharacters &&
      // Two changes of one element have one new version, which would look like someone else's.
      !ids.some((id) => touched.has(id));
    if (!fits || isAttempted(change.key) || !canShareCall(change, isLast)) break;
    for (const id of ids) touched.add(id);
    members.push(change);
  }
  return members.length > 1 ? members : [first];
}

/**
 * Return whether a change may be sent with others. A label names one change in the history, a paste
 * may take several calls, and the last change grows while its line is being written.
 */
function canShareCall(change: Change, isLast: boolean): boolean {
  const { edits, finishedCues = [], type, label, isTyping = false, isAlone = false } = change;
  if (type !== 'edit' || label !== null || isAlone || (isTyping && isLast)) return false;
  return (edits.length > 0 || finishedCues.length > 0) && edits.every(isOfOneElement);
}

function isOfOneElement(edit: QueuedEdit): boolean {
  if (edit.type === 'insert') return edit.elements.length === 1 && !edit.elements[0]?.source;
  return edit.type === 'update' || edit.type === 'delete';
}

function charactersOf({ edits }: Change): number {
  let count = 0;
  for (const edit of edits) {
    if (edit.type === 'insert') for (const { content } of edit.elements) count += content.length;
    if (edit.type === 'update') count += edit.fields.content?.length ?? 0;
  }
  return count;
}

/** Return changes as they are sent: several with the key of their call, one without. */
export function bundled(members: readonly Change[]): Change[] {
  if (members.length < 2) return members.map(unbundled);
  const bundle = members[0]?.bundle ?? { key: crypto.randomUUID(), size: members.length };
  return members.map((change) => ({ ...change, bundle }));
}

/** Return the changes of a rejected bundle so that each is sent separately. */
export function separated(members: readonly Change[]): Change[] {
  return members.map((change) => ({ ...unbundled(change), isAlone: true }));
}

function unbundled(change: Change): Change {
  if (!change.bundle) return change;
  const { bundle: _, ...single } = change;
  return single;
}

/** Return the changes of a closed tab that it may have sent: the first one, and its bundle. */
export function possiblySent(pending: readonly Change[]): Change[] {
  const [first, ...others] = pending;
  if (!first) return [];
  const isTogether = ({ bundle }: Change) => bundle !== undefined && bundle.key === first.bundle?.key;
  return [first, ...others.filter(isTogether)];
}
