/** Why an edit cannot be made: what it names is not there, it makes no sense, or somebody changed the same meanwhile. */
export class EditRefusal extends Error {
  readonly code: 'not_found' | 'invalid' | 'conflict';
  /** What the caller needs to decide. */
  readonly extra: Record<string, unknown>;

  constructor(code: EditRefusal['code'], message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.extra = extra;
  }
}

export function elementMissing(): EditRefusal {
  return new EditRefusal('not_found', 'Element not found');
}

export function placeRefused(message: string, fields: Record<string, string>): EditRefusal {
  return new EditRefusal('invalid', message, { fields });
}

/** Thrown where a part of the script turns out not to be enough; nothing is stored by then. */
export class NeedsWholeScript extends Error {}
