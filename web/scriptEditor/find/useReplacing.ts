import { useState } from 'react';
import { toStorableReplacement } from '#screenplay/replace.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { planReplacing } from './replacing.ts';
import type { ScriptSearch } from './useFind.ts';

export const elementTooLongText = 'The element would have more than 20,000 characters. It stays as it is.';

/** Replacing what is found: here, or everywhere once it has been looked at. The sender tells of failures. */
export function useReplacing(find: ScriptSearch, sendEdits: (edits: ScriptEdit[], label: string) => unknown) {
  const [replacement, setReplacement] = useState('');
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [note, setNote] = useState<string | null>(null);

  const send = async (edits: ScriptEdit[], label: string): Promise<boolean> => {
    setIsBusy(true);
    try {
      await sendEdits(edits, label);
      return true;
    } catch {
      return false; // the caller tells of it
    } finally {
      setIsBusy(false);
    }
  };
  /** At the place that one is at; an element that would have no text left goes only when that was asked. */
  const replaceHere = async (deletes: boolean): Promise<void> => {
    const { active, elements } = find;
    const element = elements.find(({ id }) => id === active?.elementId);
    if (!active || !element || find.isSearching || isBusy) return;
    const plan = planReplacing(new Map([[element.id, element]]), [active], replacement, deletes);
    if (plan.overfilled.length > 0) return setNote(elementTooLongText);
    if (plan.emptied.length > 0 && !deletes) return setAsksToDelete(true);
    setNote(null);
    if (plan.edits.length === 0) return find.step(1);
    const isDone = await send(plan.edits, 'Replace');
    setAsksToDelete(false);
    if (isDone) find.goOnBehind(active, toStorableReplacement(element, replacement).length);
  };
  /** What the preview has shown. */
  const replaceAll = async (edits: ScriptEdit[], places: number, onDone: () => void): Promise<void> => {
    if (!(await send(edits, 'Replace all'))) return;
    onDone();
    setIsPreviewing(false);
    setNote(places === 1 ? '1 place replaced' : `${places} places replaced`);
  };

  return {
    replacement,
    setReplacement,
    isPreviewing,
    setIsPreviewing,
    asksToDelete,
    setAsksToDelete,
    /** An answer is on its way: the buttons rest. */
    isBusy,
    /** What came of it; null once something else is done. */
    note,
    clearNote: () => setNote(null),
    replaceHere,
    replaceAll,
  };
}

export type Replacing = ReturnType<typeof useReplacing>;
