import type { ParseFailureKind } from '../screenplay.ts';

/** Ends a parse from inside an XML event. */
export class FdxRefusal extends Error {
  readonly kind: ParseFailureKind;

  constructor(kind: ParseFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
