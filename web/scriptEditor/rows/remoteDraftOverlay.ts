import { shownText } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { RemoteDraft } from '#web/presence/collaborators.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';

/**
 * Create a function that puts the live drafts of others into the script, except in the active line.
 * A collaborator without changes shows only a caret. Unchanged elements are reused. The search
 * starts at the last position, so that its cost does not depend on the length of the script.
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
      const row = isKnown
        ? known.row
        : { ...element, elementType: each.elementType, ...shownText(each.elementType, each.text) };
      rows.set(element.id, { element, words: each, row });
      list ??= [...elements];
      list[index] = row;
    }
    return list ?? elements;
  };
}
