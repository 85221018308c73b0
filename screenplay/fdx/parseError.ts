import type { ParseFailureKind } from '../screenplay.ts';

/** Stops a parse from inside an XML event. */
export class FdxParseError extends Error {
  readonly kind: ParseFailureKind;

  constructor(kind: ParseFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
