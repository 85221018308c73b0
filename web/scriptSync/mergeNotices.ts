import type { Change, QueuedEdit } from './change.ts';
import type { SaveFailure } from './saveFailure.ts';

/** A place where what was written without a connection met what others had written there meanwhile. */
export type MergeNotice =
  /** Both are in the text that is there now. */
  | { type: 'merged'; elementId: number; yours: string; now: string }
  /** Both had changed the same words; the writer has chosen. */
  | { type: 'conflict'; elementId: number; yours: string; theirs: string; kept: 'yours' | 'theirs' | 'both' }
  /** Somebody had deleted the element; the writer's text came back, or went with it. */
  | { type: 'deleted'; elementId: number; yours: string; kept: 'yours' | 'theirs' };

/** What became of what was kept here while the server could not be reached. */
export interface ReconnectReport {
  sent: number;
  meetings: readonly MergeNotice[];
}

interface SentChange {
  change: Change;
  /** Of the elements that the change touched, as the server has them now. */
  versions: ReadonlyMap<number, number>;
  idOf: (id: number) => number;
  versionOf: (edit: QueuedEdit & { type: 'update' }) => number | undefined;
  contentOf: (id: number) => string | undefined;
}

/**
 * Where the server has merged a change with others: of an element that nobody else has touched each edit makes one version
 * at most.
 */
export function noticesOfMergedEdits({
  change,
  versions,
  idOf,
  versionOf,
  contentOf,
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
    const now = contentOf(elementId);
    return now === undefined ? [] : [{ type: 'merged', elementId, yours: yours ?? now, now }];
  });
}

/** What the writer has decided about a change that was refused; null where nobody else was in the way. */
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
    const yours = textOf(change.edits.find(isAbout));
    return { type: 'conflict', elementId: current.id, yours, theirs: current.content, kept };
  }
  if (failure.type !== 'gone') return null;
  const edit = change.edits[failure.editIndex];
  if (edit?.type !== 'update') return null;
  const again = replacement?.edits.find((each) => each.type === 'insert' && !change.edits.includes(each));
  // What came back is an element of its own.
  const elementId = again?.type === 'insert' ? (again.elements[0]?.key ?? edit.id) : edit.id;
  return { type: 'deleted', elementId, yours: textOf(edit), kept: again ? 'yours' : 'theirs' };
}

function textOf(edit: QueuedEdit | undefined): string {
  return edit?.type === 'update' ? (edit.fields.content ?? '') : '';
}
