import { createContext, useContext } from 'react';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { earlierText, editsToText, textOf } from './entryText.ts';
import type { HistoryQuestion } from './question.ts';

/**
 * The actions of the panel. A context, so that a change of the script re-renders only the open menu
 * and not every loaded entry.
 */
export interface HistoryTools {
  elements: ReadonlyMap<number, Element>;
  canWrite: boolean;
  go: (elementId: number) => void;
  /** Apply the edits, and show an error on failure. */
  restore: (edits: ScriptEdit[]) => void;
  ask: (question: HistoryQuestion) => void;
}

const context = createContext<HistoryTools | null>(null);

export const HistoryToolsProvider = context.Provider;

export function useHistoryTools(): HistoryTools {
  const tools = useContext(context);
  if (!tools) throw new Error('Outside of the history panel');
  return tools;
}

/**
 * Return functions that restore the text after a change or before it; null if nothing would change.
 */
export function useRestoring(entry: HistoryEntry): Record<'restore' | 'restoreEarlier', (() => void) | null> {
  const { elements, canWrite, restore } = useHistoryTools();
  const restoring = (text: ReturnType<typeof textOf>) => {
    if (!canWrite || !text) return null;
    const edits = editsToText(entry.elementId, text, elements.get(entry.elementId));
    return edits.length > 0 ? () => restore(edits) : null;
  };
  return { restore: restoring(textOf(entry)), restoreEarlier: restoring(earlierText(entry)) };
}
