import type { Project } from '#shared/contract/projects.ts';
import { createStore } from '#web/lib/store.ts';

/** A command asked for the caret in the title page, whose code may not be loaded yet. */
export const isTitlePageRequested = createStore(false);

/** The caret is in the title page. */
export const isTitlePageActive = createStore(false);

interface UnsentTitlePage extends Pick<Project, 'id' | 'titlePage' | 'format'> {
  /** The caret has left the title page, so the printed sheet is shown. */
  isShown: boolean;
}

/** The title page with texts that the server does not have; null if there are none. */
export const unsentTitlePage = createStore<UnsentTitlePage | null>(null);

/** Return the project with the unsent texts of its title page. */
export function withUnsentTitle(project: Project, unsent: UnsentTitlePage | null): Project {
  if (unsent?.id !== project.id) return project;
  return { ...project, titlePage: unsent.titlePage, format: unsent.format };
}

/** Return the key of the texts of a title page that the server does not have. */
export const titleDraftKey = (userId: string, projectId: number) => `cold-open:title:${userId}:${projectId}`;

/** Return whether an earlier page left such texts in this browser. */
export function hasTitleDraft(userId: string, projectId: number): boolean {
  try {
    return (localStorage.getItem(titleDraftKey(userId, projectId)) ?? '{}') !== '{}';
  } catch {
    return false; // storage is off
  }
}
