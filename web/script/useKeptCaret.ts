import { useEffect } from 'react';
import { writingField } from '#web/ui/returnFocus.ts';
import type { ScriptScreenState } from './scriptScreen.ts';

/** Controls that do not take the focus when they are pressed while a line is active. */
const pressable = 'button, a[href], summary, [role=button], [role=tab], [role=menuitem], [role=switch]';
/** Elements that take the focus when they are clicked. */
const focusTargets =
  'input, textarea, select, [contenteditable], [role=dialog] *, [role=alertdialog] *, [role=menu], [role=menu] *, [role=listbox], [role=slider], [data-selection-sink]';

/**
 * Keep the caret in the script while the pointer uses the controls around it: a pressed control
 * does not take the focus, and after a click beside all controls the field gets it back. A click
 * into another field, a selection of text and the keyboard move the focus as usual. A key that is
 * pressed while nothing has the focus, such as while a menu closes, goes to the active line.
 */
export function useKeptCaret({ nodes, writing }: ScriptScreenState): void {
  useEffect(() => {
    let pressedFrom: HTMLElement | null = null;
    const notePress = () => {
      pressedFrom = writingField(document.activeElement);
    };
    // After the handlers of React, some of which skip events whose default is prevented.
    const preventFocus = (event: MouseEvent) => {
      const { target } = event;
      if (!pressedFrom || !(target instanceof Element) || target.closest('[contenteditable]')) return;
      if (target.closest(pressable) && !target.closest('input, textarea, select')) event.preventDefault();
    };
    const returnCaret = () => {
      const field = pressedFrom;
      pressedFrom = null;
      if (!field) return;
      const focusIfLost = () => isCaretLost(field) && field.focus({ preventScroll: true });
      focusIfLost();
      // A handler may move the focus later, such as one that removes the pressed control.
      setTimeout(focusIfLost, 0);
    };
    const focusLine = () => {
      const line = writing.any.get();
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
      if (!line || hasFocus || document.querySelector('[aria-modal="true"]')) return;
      (line.isBelow ? nodes.bottomInput : nodes.field).current?.focus();
    };
    window.addEventListener('pointerdown', notePress, { capture: true });
    window.addEventListener('mousedown', preventFocus);
    window.addEventListener('click', returnCaret);
    window.addEventListener('keydown', focusLine, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', notePress, { capture: true });
      window.removeEventListener('mousedown', preventFocus);
      window.removeEventListener('click', returnCaret);
      window.removeEventListener('keydown', focusLine, { capture: true });
    };
  }, [nodes, writing]);
}

/** Return whether a click took the focus from the field and gave it to nothing that uses it. */
function isCaretLost(field: HTMLElement): boolean {
  const { activeElement } = document;
  if (!field.isConnected || activeElement?.matches(focusTargets)) return false;
  return document.getSelection()?.isCollapsed ?? true;
}
