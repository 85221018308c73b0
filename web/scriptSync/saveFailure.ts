import type { Element, ElementConflict } from '#shared/contract/elements.ts';
import { errorTexts } from '#shared/errors.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';

/** Reason why a change was not stored. */
export type SaveFailure =
  | { type: 'failed'; message: string }
  /** The user may no longer write in the project. */
  | { type: 'denied'; message: string }
  /** Someone else changed the same words (decision OQ-27). `base`: the text before both changes. */
  | { type: 'conflict'; current: Element; base: string | null }
  /** Someone else deleted the element of one of the edits. */
  | { type: 'gone'; editIndex: number };

export function saveFailureOf(error: unknown): SaveFailure {
  if (error instanceof ApiError) {
    if (error.status === 403) return { type: 'denied', message: messageOf(error, errorTexts.forbidden) };
    if (error.status === 404) return { type: 'gone', editIndex: editIndexOf(error) ?? 0 };
    if (error.status === 409 && hasCurrent(error.body))
      return { type: 'conflict', current: error.body.current, base: error.body.base?.content ?? null };
  }
  return { type: 'failed', message: messageOf(error, 'Your text could not be saved. It is still here.') };
}

/** Return the index of the rejected edit. */
export function editIndexOf({ body }: ApiError): number | null {
  if (typeof body !== 'object' || body === null || !('editIndex' in body)) return null;
  return typeof body.editIndex === 'number' ? body.editIndex : null;
}

function hasCurrent(body: unknown): body is { current: Element; base?: ElementConflict['base'] } {
  return typeof body === 'object' && body !== null && 'current' in body && typeof body.current === 'object';
}
