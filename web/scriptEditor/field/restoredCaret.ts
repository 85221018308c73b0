import { useEffect, useState } from 'react';

/**
 * Remember the caret of the active line while something else takes the focus. A browser puts the
 * caret of a focused editable element at its start. Call it before the focus moves; the returned
 * function restores the caret if the focus is back.
 */
export function captureCaret(): () => void {
  const field = document.activeElement;
  const selection = document.getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null;
  return () => {
    const isBack = field !== null && field !== document.body && document.activeElement === field;
    if (!isBack || !range || !field.contains(range.startContainer)) return;
    selection?.removeAllRanges();
    selection?.addRange(range);
  };
}

/** Restore the caret after a dialog of web/ui, which restores the focus in a later task. */
export function useRestoredCaret(): void {
  const [restore] = useState(captureCaret);
  useEffect(() => () => void setTimeout(() => setTimeout(restore, 0), 0), [restore]);
}
