import { createDraftStorage, hasTextFields } from '#web/lib/draftStorage.ts';

/** What is being written in one form: `itemId` is null for a new item. */
export function outlineDraftKey(projectId: number, itemId: number | null): string {
  return `outline:${projectId}:${itemId ?? 'new'}`;
}

export const outlineDrafts = createDraftStorage(hasTextFields('title', 'content'));
