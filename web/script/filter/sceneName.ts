/** The heading; the opening has none. */
export function sceneName({ heading }: { heading: string }): string {
  return heading || 'Before the first scene';
}
