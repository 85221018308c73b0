import { type ElementType, plainTextType } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { Change, ElementText, QueuedEdit } from './change.ts';
import type { SaveFailure } from './saveFailure.ts';

/** Overlap of a change made offline with changes that others made in the meantime. */
export type MergeNotice =
  /** The stored text contains both changes. */
  | { type: 'merged'; elementId: number; yours: string; now: string }
  /** Both changed the same words, and the user has chosen. */
  | { type: 'conflict'; elementId: number; yours: string; theirs: string; kept: 'yours' | 'theirs' | 'both' }
  /** Someone else had deleted the element; the user's text was restored or dropped. */
  | { type: 'deleted'; elementId: number; yours: string; kept: 'yours' | 'theirs' };

/** Result of sending the pending changes after a reconnection. */
export interface ReconnectReport {
  sent: number;
  notices: readonly MergeNotice[];
}

interface SentChange {
  change: Change;
  /** Stored versions of the elements that the change touched. */
  versions: ReadonlyMap<number, number>;
  idOf: (id: number) => number;
  versionOf: (edit: QueuedEdit & { type: 'update' }) => number | undefined;
  storedOf: (id: number) => ElementText | undefined;
}

/**
 * Return notices for edits that the server merged with remote changes. Each edit of an element
 * raises its version by one; a larger step shows that someone else changed it.
 */
export function noticesOfMergedEdits({
  change,
  versions,
  idOf,
  versionOf,
  storedOf,
}: SentChange): MergeNotice[] {
  const updates = new Map<number, { own: number; base: number | undefined; yours: string | undefined }>();
  for (const edit of change.edits) {
    if (edit.type !== 'update') continue;
    const id = idOf(edit.id);
    const known = updates.get(id);
    updates.set(id, {
      own: (known?.own ?? 0) + 1,
      base: known ? known.base : versionOf(edit),
      yours: edit.fields.content ?? known?.yours,
    });
  }
  return [...updates].flatMap(([elementId, { own, base, yours }]): MergeNotice[] => {
    const version = versions.get(elementId);
    if (base === undefined || version === undefined || version <= base + own) return [];
    const stored = storedOf(elementId);
    if (!stored) return [];
    const now = stored.content;
    return [{ type: 'merged', elementId, yours: contentAs(stored.elementType, yours ?? now), now }];
  });
}

/**
 * Return the notice for the user's decision about a rejected change; null if no remote change was
 * involved.
 */
export function noticeOfDecision(
  change: Change,
  replacement: Change | null,
  failure: SaveFailure,
  idOf: (id: number) => number,
): MergeNotice | null {
  if (failure.type === 'conflict') {
    const { current } = failure;
    const isAbout = (edit: QueuedEdit) =>
      (edit.type === 'update' || edit.type === 'delete') && idOf(edit.id) === current.id;
    const kept = replacement?.edits.some(isAbout)
      ? 'yours'
      : replacement?.edits.some((edit) => edit.type === 'insert' && edit.afterId === current.id)
        ? 'both'
        : 'theirs';
    const yours = textOf(change.edits.find(isAbout), current.elementType);
    return { type: 'conflict', elementId: current.id, yours, theirs: current.content, kept };
  }
  if (failure.type !== 'gone') return null;
  const edit = change.edits[failure.editIndex];
  if (edit?.type !== 'update') return null;
  const again = replacement?.edits.find((each) => each.type === 'insert' && !change.edits.includes(each));
  // The restored text is a new element.
  const elementId = again?.type === 'insert' ? (again.elements[0]?.key ?? edit.id) : edit.id;
  return { type: 'deleted', elementId, yours: textOf(edit, plainTextType), kept: again ? 'yours' : 'theirs' };
}

/** Return the text of an edit as the page shows it. `elementType` is its type without the edit. */
function textOf(edit: QueuedEdit | undefined, elementType: ElementType): string {
  if (edit?.type !== 'update') return '';
  return contentAs(edit.fields.elementType ?? elementType, edit.fields.content ?? '');
}
