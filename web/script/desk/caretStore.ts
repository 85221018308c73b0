import { useCallback, useState } from 'react';
import type { ElementType } from '#screenplay/element.ts';

/** Where the caret stands in the line being written, for those who show it: what is drawn need not follow each step. */
class CaretStore {
  #offset: number | null = null;
  readonly #listeners = new Set<() => void>();

  /** Offset into the text; null while nobody has told. */
  readonly offset = (): number | null => this.#offset;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(offset: number | null): void {
    if (offset === this.#offset) return;
    this.#offset = offset;
    for (const listener of this.#listeners) listener();
  }
}

/** Where the caret is, as far as the element that is current does not say it. */
export function useCaretPlace() {
  const [caret] = useState(() => new CaretStore());
  const setCaret = useCallback((offset: number | null) => caret.set(offset), [caret]);
  /** Type of the line below the script while the caret is there. */
  const [lineBelow, setLineBelow] = useState<ElementType | null>(null);
  return { caret, setCaret, lineBelow, setLineBelow };
}
