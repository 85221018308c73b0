import type { QueuedEdit } from './change.ts';

/**
 * Return a function that adds the remote text of a reply to later edits of the same elements, which
 * were made without it and would remove it. Null if the server stored what was sent, as usual.
 * `contents`: the stored texts. The code that merges texts is loaded for it.
 */
export async function continueMergedText(
  edits: readonly QueuedEdit[],
  contents: ReadonlyMap<number, string>,
  idOf: (id: number) => number,
): Promise<((edit: QueuedEdit) => QueuedEdit) | null> {
  const merged = new Map(
    edits.flatMap((edit) => {
      if (edit.type !== 'update' || edit.fields.content === undefined) return [];
      const stored = contents.get(idOf(edit.id));
      const isMerged = stored !== undefined && stored !== edit.fields.content;
      return isMerged ? [[idOf(edit.id), { sent: edit.fields.content, stored }] as const] : [];
    }),
  );
  if (merged.size === 0) return null;
  const { mergeText } = await import('#screenplay/merge.ts');
  return (edit) => {
    const texts = edit.type === 'update' ? merged.get(idOf(edit.id)) : undefined;
    if (!texts || edit.type !== 'update' || edit.fields.content === undefined) return edit;
    const content = mergeText(texts.sent, texts.stored, edit.fields.content);
    return content === null ? edit : { ...edit, fields: { ...edit.fields, content } };
  };
}
