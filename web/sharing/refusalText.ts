import { ApiError, messageOf } from '#web/lib/api.ts';

/** Why the server refused to invite: its details, else its message, else what is given (docs/spec/sharing.md). */
export function refusalText(error: unknown, fallback: string): string {
  const body = error instanceof ApiError ? error.body : null;
  const { details } = { details: undefined, ...(typeof body === 'object' ? body : null) };
  return typeof details === 'string' && details !== '' ? details : messageOf(error, fallback);
}
