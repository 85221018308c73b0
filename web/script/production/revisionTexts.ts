import { activeSetOf, type Revisions } from '#screenplay/revisions/revisionSets.ts';

/** Describe the revisions of a script. */
export function revisionsText(revisions: Revisions | undefined): string {
  if (!revisions || revisions.sets.length === 0)
    return 'The script has no revisions. Start one to mark what changes from now on.';
  const active = activeSetOf(revisions);
  const count = revisions.sets.length === 1 ? '1 revision' : `${revisions.sets.length} revisions`;
  return active
    ? `The script has ${count}. New text belongs to ${active.name}.`
    : `The script has ${count}. New text is not marked.`;
}

/** Format a day such as 2026-11-29; "" without one. */
export function dayText(date: string | undefined): string {
  if (!date) return '';
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', options);
}
