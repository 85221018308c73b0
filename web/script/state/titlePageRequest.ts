import { createStore } from '#web/lib/store.ts';

/** A command asked for the caret in the title page, whose code may not be loaded yet. */
export const isTitlePageRequested = createStore(false);

/** Key of the texts of a title page that the server does not have. */
export const titleDraftKey = (projectId: number) => `cold-open:title:${projectId}`;

/** Return whether an earlier page left such texts in this browser. */
export function hasTitleDraft(projectId: number): boolean {
  try {
    return (localStorage.getItem(titleDraftKey(projectId)) ?? '{}') !== '{}';
  } catch {
    return false; // storage is off
  }
}
