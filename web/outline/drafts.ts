import { createDraftStorage, hasTextFields } from '#web/lib/draftStorage.ts';

/** Return the key of a form's draft: `itemId` is null for a new item. */
export function outlineDraftKey(projectId: number, itemId: number | null): string {
  return `outline:${projectId}:${itemId ?? 'new'}`;
}

export const outlineDrafts = createDraftStorage(hasTextFields('title', 'content'));
