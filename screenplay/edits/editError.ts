/**
 * Error thrown if an edit is rejected: the target does not exist, the edit is invalid, or another
 * user changed the same text.
 */
export class EditError extends Error {
  readonly code: 'not_found' | 'invalid' | 'conflict';
  /** Additional fields of the error response. */
  readonly extra: Record<string, unknown>;

  constructor(code: EditError['code'], message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.extra = extra;
  }
}

export function elementNotFound(): EditError {
  return new EditError('not_found', 'Element not found');
}

export function invalidPosition(message: string, fields: Record<string, string>): EditError {
  return new EditError('invalid', message, { fields });
}

/**
 * Error thrown if a loaded slice is too small for an edit. Nothing has been stored at that point.
 */
export class NeedsWholeScript extends Error {}
