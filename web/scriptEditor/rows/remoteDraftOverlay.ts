import type { Element } from '#shared/contract/elements.ts';
import type { RemoteDraft } from '#web/presence/collaborators.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';

/**
 * Makes the script as others are writing it: their unsent text replaces the stored text, but not in
 * the line that is open here. A collaborator who has changed nothing shows no text, only a caret. What
 * they have not changed since is the same object. Elements are looked for where they were before, so that the length of
 * the script does not count.
 */
export function createRemoteDraftOverlay() {
  const rows = new Map<number, { element: Element; words: RemoteDraft; row: Element }>();
  let near = 0;
  return (
    elements: readonly Element[],
    words: readonly RemoteDraft[],
    liveId: number | null,
  ): readonly Element[] => {
    const ids = new Set(words.map(({ elementId }) => elementId));
    for (const id of rows.keys()) if (!ids.has(id)) rows.delete(id);
    let list: Element[] | null = null;
    for (const each of words) {
      if (each.elementId === null || each.isUnchanged || each.elementId === liveId) continue;
      const index = findIndexNear(elements, each.elementId, near);
      const element = elements[index];
      if (!element) continue;
      near = index;
      const known = rows.get(element.id);
      const isKnown = known?.element === element && known.words === each;
      const row = isKnown ? known.row : { ...element, elementType: each.elementType, content: each.text };
      rows.set(element.id, { element, words: each, row });
      list ??= [...elements];
      list[index] = row;
    }
    return list ?? elements;
  };
}
