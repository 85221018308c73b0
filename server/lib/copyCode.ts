import { createHash } from 'node:crypto';

/** Letters and digits that are not mistaken for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Return the code of a copy, such as "K7Q2-M4XD". The same person has the same code in all copies
 * of a project, so that a found page can be compared with the names of the people who got one.
 */
export function copyCode(projectId: number, recipient: string): string {
  const name = recipient.trim().toLowerCase().replace(/\s+/g, ' ');
  const digest = createHash('sha256').update(`copy ${projectId} ${name}`).digest();
  const letters = [...digest.subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
