import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { FieldDragging } from './fieldDragging.ts';
import { FieldEditing } from './fieldEditing.ts';
import type { FieldOptions } from './fieldOptions.ts';
import { SoftEnter } from './softEnter.ts';

/** Connect a field with its editing for as long as it is open. */
export function useFieldText(field: RefObject<HTMLElement | null>, given: FieldOptions) {
  const options = useRef(given);
  options.current = given;
  const editing = useMemo(() => new FieldEditing(field, options), [field]);
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const dragging = new FieldDragging(field, editing);
    const listening = new AbortController();
    const { signal } = listening;
    const enter = new SoftEnter();
    element.addEventListener('keydown', enter.onKeyDown, { signal });
    // Before the editing, which would break the line.
    element.addEventListener('beforeinput', enter.onBeforeInput, { signal });
    element.addEventListener('beforeinput', editing.onBeforeInput, { signal });
    element.addEventListener('mousedown', editing.selection.onMouseDown, { signal });
    element.addEventListener('focus', editing.onFocus, { signal });
    element.addEventListener('compositionstart', editing.onCompositionStart, { signal });
    element.addEventListener('compositionend', editing.onCompositionEnd, { signal });
    element.addEventListener('dragstart', dragging.onDragStart, { signal });
    element.addEventListener('dragend', dragging.onDragEnd, { signal });
    element.addEventListener('drop', dragging.onDrop, { signal });
    document.addEventListener('selectionchange', editing.onSelectionChange, { signal });
    return () => listening.abort();
  }, [field, editing]);
  return editing;
}
