import type { AccessEntry } from '#shared/contract/shares.ts';

/**
 * Return the entries that can be shown, without those that lack address, role or status or have an
 * invalid date (docs/spec/sharing.md).
 */
export function shownEntries(list: readonly Partial<AccessEntry>[]): AccessEntry[] {
  return list.filter(isComplete);
}

function isComplete(entry: Partial<AccessEntry>): entry is AccessEntry {
  const { id, email, role, status, invitedAt, acceptedAt } = entry;
  return Boolean(id && email && role && status) && isDate(invitedAt) && (!acceptedAt || isDate(acceptedAt));
}

function isDate(text: string | null | undefined): boolean {
  return typeof text === 'string' && !Number.isNaN(Date.parse(text));
}

/** Return "Eddie Editor", or the address of a member without a name. */
export function nameInList({ firstName, lastName, email }: AccessEntry): string {
  return (
    [firstName, lastName]
      .map((name) => name?.trim())
      .filter(Boolean)
      .join(' ') || email
  );
}
