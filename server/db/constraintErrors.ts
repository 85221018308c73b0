import { DrizzleQueryError } from 'drizzle-orm';

/** Return whether a statement failed because such a row exists already; alike on both engines. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const cause = error.cause as { code?: string; constraint?: string } | undefined;
  return cause?.code === '23505' && cause.constraint === constraint;
}
