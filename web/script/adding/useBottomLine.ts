import { useState } from 'react';
import { unstyled } from '#screenplay/styled.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import type { AddLine } from './AddArea.tsx';

/**
 * What stands in the input below the script. The input is on the last page, which is drawn only near the window, so
 * its words live with the script's changes and outlast it.
 */
export function useBottomLine({ keeper, elements }: ScriptChanges) {
  const [isWriting, setIsWriting] = useState(keeper.bottom !== null);
  return {
    kept: keeper.bottom,
    /** There are words in it. */
    isWriting,
    keep({ type, text }: AddLine) {
      const isBlank = text.trim() === '';
      setIsWriting(!isBlank);
      const afterId = elements().at(-1)?.id ?? null;
      keeper.keepBottom(isBlank ? null : { base: null, afterId, type, text: unstyled(text) });
    },
  };
}
