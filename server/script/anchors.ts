import { and, eq, isNotNull } from 'drizzle-orm';
import { moveAnchor } from '#screenplay/anchor.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { idIn, updateRows } from '#server/db/bulk.ts';
import { comments } from '#server/db/schema/script.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';

/** An element whose text changed. */
export interface ChangedText {
  elementId: number;
  before: string;
  after: string;
}

/** A comment on selected text. */
export interface Anchored {
  id: number;
  start: number | null;
  end: number | null;
}

/** Where comments on an element's text stand once it has changed; those that stay are left out. */
export function movedAnchors(
  { before, after }: Omit<ChangedText, 'elementId'>,
  anchored: readonly Anchored[],
) {
  return anchored.flatMap(({ id, start, end }) => {
    if (start === null || end === null) return [];
    const anchor = moveAnchor(plainText(before), plainText(after), { start, end });
    if (anchor?.start === start && anchor.end === end) return [];
    return { id, selectionStart: anchor?.start ?? null, selectionEnd: anchor?.end ?? null };
  });
}

/** Lets comments on selected text follow it through an edit; a comment whose text is gone is on the whole element. */
export async function followText(change: ProjectChange, changed: readonly ChangedText[]): Promise<number[]> {
  if (changed.length === 0) return [];
  const texts = new Map(changed.map((text) => [text.elementId, text]));
  const found = await change.tx
    .select({
      id: comments.id,
      elementId: comments.scriptElementId,
      start: comments.selectionStart,
      end: comments.selectionEnd,
    })
    .from(comments)
    .where(
      and(
        eq(comments.projectId, change.projectId),
        isNotNull(comments.selectionStart),
        idIn(comments.scriptElementId, [...texts.keys()]),
      ),
    );
  const moved = found.flatMap(({ elementId, ...anchored }) => {
    const text = elementId === null ? undefined : texts.get(elementId);
    return text ? movedAnchors(text, [anchored]) : [];
  });
  await updateRows(change.tx, comments, moved);
  return moved.map(({ id }) => id);
}
