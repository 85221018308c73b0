import { ApiError, messageOf } from '#web/lib/api.ts';

/**
 * Return the reason of a rejected invitation: details, otherwise message, otherwise the fallback
 * (docs/spec/sharing.md).
 */
export function rejectionText(error: unknown, fallback: string): string {
  const body = error instanceof ApiError ? error.body : null;
  const { details } = { details: undefined, ...(typeof body === 'object' ? body : null) };
  return typeof details === 'string' && details !== '' ? details : messageOf(error, fallback);
}
