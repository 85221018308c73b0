/**
 * Return the key of all history queries of a project. Invalidate it when the script has changed.
 */
export function historyKey(projectId: number) {
  return ['projects', projectId, 'history'] as const;
}
