/** Return the heading, or a placeholder for the opening. */
export function headingOrUntitled({ heading }: { heading: string }): string {
  return heading || 'Before the first scene';
}
