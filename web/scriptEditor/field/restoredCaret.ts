import { useEffect, useState } from 'react';

/**
 * Notes where the caret stands in the text being written, for something that takes the focus and gives it back: a
 * browser puts the caret of an editable element that gets the focus at its start. Call it before the focus moves.
 * The answer puts the caret back, if the focus is back.
 */
export function keepCaret(): () => void {
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

/** For a dialog of web/ui, which gives the focus back in a task of its own once it is gone: the caret comes after. */
export function useRestoredCaret(): void {
  const [putBack] = useState(keepCaret);
  useEffect(() => () => void setTimeout(() => setTimeout(putBack, 0), 0), [putBack]);
}
