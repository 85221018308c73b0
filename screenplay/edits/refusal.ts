/**
 * Error thrown if an edit is rejected: the target does not exist, the edit is invalid, or another
 * user changed the same text.
 */
export class EditRefusal extends Error {
  readonly code: 'not_found' | 'invalid' | 'conflict';
  /** Additional fields of the error response. */
  readonly extra: Record<string, unknown>;

  constructor(code: EditRefusal['code'], message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.extra = extra;
  }
}

export function elementNotFound(): EditRefusal {
  return new EditRefusal('not_found', 'Element not found');
}

export function invalidPosition(message: string, fields: Record<string, string>): EditRefusal {
  return new EditRefusal('invalid', message, { fields });
}

/**
 * Error thrown if a loaded slice is too small for an edit. Nothing has been stored at that point.
 */
export class NeedsWholeScript extends Error {}
