/** All that is shown of a project's changes; to be invalidated whenever the script has changed. */
export function historyKey(projectId: number) {
  return ['projects', projectId, 'history'] as const;
}
