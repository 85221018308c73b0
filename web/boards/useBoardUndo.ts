import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { BoardUndo } from './boardUndo.ts';

/** Undo histories live until the page is closed, so they survive leaving a board. */
const undos = new WeakMap<QueryClient, Map<number, BoardUndo>>();

/** Return the undo history of a project's boards. */
export function boardUndoOf(client: QueryClient, projectId: number): BoardUndo {
  const ofClient = undos.get(client) ?? new Map<number, BoardUndo>();
  undos.set(client, ofClient);
  const undo = ofClient.get(projectId) ?? new BoardUndo();
  ofClient.set(projectId, undo);
  return undo;
}

export function useBoardUndo(projectId: number): BoardUndo {
  const client = useQueryClient();
  return useMemo(() => boardUndoOf(client, projectId), [client, projectId]);
}

/**
 * Handle Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) while a board is shown; fields and dialogs handle
 * these keys themselves.
 */
export function useUndoKeys(undo: BoardUndo, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if ((key !== 'z' && key !== 'y') || isTaken(event.target)) return;
      event.preventDefault();
      void (key === 'y' || event.shiftKey ? undo.redo() : undo.undo());
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [undo, isEnabled]);
}

function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const writes = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
  return target.closest(`${writes}, [role="dialog"], [role="alertdialog"], [role="menu"]`) !== null;
}
