import { encodeProjectId } from '#shared/projectCode.ts';

/**
 * Return the address of the script's reading view (server/reading), a page outside of the
 * application.
 */
export function readingHref(projectId: number): string {
  return `/projects/${encodeProjectId(projectId)}/reading`;
}
