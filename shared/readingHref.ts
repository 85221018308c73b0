import { encodeProjectId } from '#shared/projectCode.ts';

/** The whole script as one plain page (server/reading): no screen of the application, so a browser navigates to it. */
export function readingHref(projectId: number): string {
  return `/projects/${encodeProjectId(projectId)}/reading`;
}
