import { useMemo, useState } from 'react';
import { insertedFor } from '#screenplay/replace.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { planReplacing } from './replacing.ts';
import type { ScriptSearch } from './useFind.ts';

export const elementTooLongText = 'The element would have more than 20,000 characters. It stays as it is.';

/** Replace the active match, or all after a preview. The sender reports failures. */
export function useReplacing(find: ScriptSearch, sendEdits: (edits: ScriptEdit[], label: string) => unknown) {
  const [text, setText] = useState('');
  const [keepsCapitals, setKeepsCapitals] = useState(true);
  // A search that matches case is replaced by the letters as they were typed.
  const areCapitalsKept = keepsCapitals && !find.options.matchCase;
  const replacement = useMemo(() => ({ text, keepsCapitals: areCapitalsKept }), [text, areCapitalsKept]);
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
      return false; // the caller reports it
    } finally {
      setIsBusy(false);
    }
  };
  /**
   * Replace the active match. An element that would become empty is deleted only if the user
   * confirmed.
   */
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
    if (isDone) find.goOnBehind(active, insertedFor(element, active, text, areCapitalsKept).length);
  };
  /** Apply the edits of the preview. */
  const replaceAll = async (edits: ScriptEdit[], places: number, onDone: () => void): Promise<void> => {
    if (!(await send(edits, 'Replace all'))) return;
    onDone();
    setIsPreviewing(false);
    setNote(places === 1 ? '1 place replaced' : `${places} places replaced`);
  };

  return {
    replacement,
    keepsCapitals,
    setText,
    setKeepsCapitals,
    isPreviewing,
    setIsPreviewing,
    asksToDelete,
    setAsksToDelete,
    /** A call is running, so buttons are disabled. */
    isBusy,
    /** Result of the last replacement; null after another action. */
    note,
    clearNote: () => setNote(null),
    replaceHere,
    replaceAll,
  };
}

export type Replacing = ReturnType<typeof useReplacing>;
