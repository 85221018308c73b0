import type { IssuedCopy, ScriptIssue } from '#shared/contract/issues.ts';

/** Person who gets a copy. */
export interface Recipient {
  name: string;
  email: string | null;
}

/**
 * Read people from lines such as "Eddie Marsh, eddie@nightferry.test". Addresses may also be in
 * angle brackets or after a semicolon or a tab, as mail programs and tables have them.
 */
export function readRecipients(text: string): Recipient[] {
  return text.split('\n').flatMap((line) => {
    const email = /[^\s<>,;]+@[^\s<>,;]+/.exec(line)?.[0] ?? null;
    const rest = email === null ? line : line.replace(email, ' ');
    const name = rest
      .replace(/[<>,;\t]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (name === '' && email === null) return [];
    return [{ name: name || (email as string), email }];
  });
}

/** Write people as lines that `readRecipients` reads, each person once. */
export function writeRecipients(copies: readonly Pick<IssuedCopy, 'name' | 'email'>[]): string {
  const lines = copies.map(({ name, email }) => (email === null ? name : `${name}, ${email}`));
  return [...new Set(lines)].join('\n');
}

/** Return the copies with a code, or with its beginning, with their issues. Newest issues first. */
export function copiesWithCode(
  issues: readonly ScriptIssue[],
  typed: string,
): { issue: ScriptIssue; copy: IssuedCopy }[] {
  const lettersOf = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const requested = lettersOf(typed);
  if (requested.length < minCodeLetters) return [];
  return issues.flatMap((issue) =>
    issue.copies.flatMap((copy) => (lettersOf(copy.code).startsWith(requested) ? [{ issue, copy }] : [])),
  );
}

/** Fewer letters would find too many copies. */
export const minCodeLetters = 4;
