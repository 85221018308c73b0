/** The heading; the opening has none. */
export function headingOrUntitled({ heading }: { heading: string }): string {
  return heading || 'Before the first scene';
}
