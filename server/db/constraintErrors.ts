import { DrizzleQueryError } from 'drizzle-orm';

/** Whether a statement failed because a row like it exists already; alike on both engines. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const cause = error.cause as { code?: string; constraint?: string } | undefined;
  return cause?.code === '23505' && cause.constraint === constraint;
}
