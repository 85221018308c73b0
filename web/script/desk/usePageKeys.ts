import type { Element } from '#shared/contract/elements.ts';
import type { Hover } from '../margin/hover.ts';
import type { ScriptDesk } from './scriptDesk.ts';
import { useDeskEvents } from './useDeskEvents.ts';

/** The mouse and the keys on the element that has the focus. */
export function usePageKeys(desk: ScriptDesk, hover: Hover): void {
  const { audio, deleting, editing, focus, given, going, nodes, pages, panels, selecting } = desk;
  const move = (index: number) => {
    hover.set(null);
    going.focusOn(pages.rows.get()[index]?.id ?? null);
    return true;
  };
  const onKey = ({ key, shiftKey }: KeyboardEvent, element: Element): boolean => {
    const { canWrite, canComment } = given.get();
    const index = pages.indexOf(element.id);
    if (shiftKey) {
      if (key === 'Enter' && canWrite) editing.addBelow(element);
      return key === 'Enter' && canWrite;
    }
    if (key === 'ArrowDown') return move(Math.min(index + 1, pages.rows.get().length - 1));
    if (key === 'ArrowUp') return move(Math.max(index - 1, 0));
    if (key === 'Escape') {
      focus.leave();
      (document.activeElement as HTMLElement | null)?.blur();
      return true;
    }
    if (key === ' ') {
      audio.toggle(element);
      return true;
    }
    if (key.toLowerCase() === 'c' && canComment) {
      panels.comment(element);
      return true;
    }
    if (key.toLowerCase() === 'a' && canComment) {
      panels.ask(element);
      return true;
    }
    if (key.toLowerCase() === 's' && canComment) {
      panels.suggestions();
      return true;
    }
    if (!canWrite) return false;
    if (key === 'Enter') editing.edit(element, element.content.length);
    else if (key === 'Delete' || key === 'Backspace') deleting.set({ element, index });
    else return false;
    return true;
  };
  useDeskEvents(nodes.desk, {
    elementOf: pages.rowOf,
    onHover: ({ id }) => hover.set(id),
    onFocus: ({ id }) => {
      focus.setCurrentId(id);
      selecting.clear();
    },
    onKey,
  });
}
