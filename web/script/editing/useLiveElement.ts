import { useEffect, useRef, useState } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import type { FirstSelection } from '../field/caret.ts';
import {
  type ElementChange,
  useCreateCharacter,
  useCreateElement,
  useElementCache,
  useUpdateElement,
} from '../script.data.ts';
import { newSpeaker, speakerAt } from '../speaker.ts';
import { type SaveFailure, saveFailureOf } from './saveFailure.ts';

/** The element in the field. */
export interface Live {
  /** As it was when the field opened: what a save is based on, and what Escape goes back to. */
  base: Element;
  type: ElementType;
  text: string;
  selection: FirstSelection;
}

/** In a row, before another element opens: whoever goes on writing for so long stays in the field. */
const mostSaves = 5;

/**
 * Editing of one element at a time. The text lives here until the server has it: a save that fails leaves it in
 * the field, and a view that is left saves what is in it. One save runs at a time.
 */
export function useLiveElement(
  projectId: number,
  elements: readonly Element[],
  characters: readonly Character[],
) {
  const [live, setLive] = useState<Live | null>(null);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const update = useUpdateElement(projectId);
  const create = useCreateElement(projectId);
  const createCharacter = useCreateCharacter(projectId);
  const cache = useElementCache(projectId);
  // Keys come faster than renders and saves outlive them: both read what is written now.
  const now = useRef({
    live,
    elements,
    characters,
    /** Whether the server has taken the text that is on its way. */
    saving: null as Promise<boolean> | null,
    /** Another element opens as soon as this one is stored. */
    isOpening: false,
  });
  now.current.elements = elements;
  now.current.characters = characters;

  const set = (next: Live | null) => {
    now.current.live = next;
    setLive(next);
  };

  /** True when the server has taken the text, which may no longer be all that is in the field. */
  const store = (sent: Live, baseVersion: number): Promise<boolean> => {
    const saving = send(sent, baseVersion).finally(() => {
      now.current.saving = null;
      setIsSaving(false);
    });
    now.current.saving = saving;
    setIsSaving(true);
    return saving;
  };

  const send = async (sent: Live, baseVersion: number): Promise<boolean> => {
    // Escape closes the field while a save is on its way, and then another element may be in it.
    const present = () => (now.current.live?.base.id === sent.base.id ? now.current.live : null);
    try {
      const content = contentAs(sent.type, sent.text).trimEnd();
      const name = isRenamed(sent, content) ? newSpeaker(sent.type, content, now.current.characters) : null;
      if (name !== null) await createCharacter.mutateAsync(name);
      const change = { ...changeOf(sent, content, now.current.elements), baseVersion };
      const {
        scenes: _,
        removedSceneIds: __,
        ...base
      } = await update.mutateAsync({
        elementId: sent.base.id,
        ...change,
      });
      const written = present();
      if (!written) return true;
      setFailure(null);
      // Whoever went on writing meanwhile goes on from what is stored.
      set(written.text !== sent.text || written.type !== sent.type ? { ...written, base } : null);
      return true;
    } catch (error) {
      if (present()) setFailure(saveFailureOf(error));
      return false;
    }
  };

  const close = () => {
    set(null);
    setFailure(null);
  };

  /** What is in the field and not stored. Where there is nothing, the field closes; a blank text only closes. */
  const unsaved = (): Live | null => {
    const present = now.current.live;
    if (!present) return null;
    if (present.text.trim() !== '' && isChanged(present)) return present;
    close();
    return null;
  };

  /** Stores what changed and closes the field; false when it stays open, or another element follows. */
  const save = async (): Promise<boolean> => {
    if (now.current.saving) return false;
    const sent = unsaved();
    if (sent && !(await store(sent, sent.base.version))) return false;
    return now.current.live === null && !now.current.isOpening;
  };

  /** As save, with what is on its way and what is written until it has arrived; false when something is left. */
  const saveAll = async (): Promise<boolean> => {
    for (let saves = 0; saves < mostSaves; saves++) {
      while (now.current.saving) await now.current.saving;
      const sent = unsaved();
      if (!sent) return true;
      if (!(await store(sent, sent.base.version))) return false;
    }
    return now.current.live === null;
  };

  const show = (element: Element, selection: FirstSelection) => {
    const base = now.current.elements.find(({ id }) => id === element.id) ?? element;
    set({ base, type: base.elementType, text: base.content, selection });
  };

  /** At once where nothing has to be saved first: phones show their keyboard only within the tap. */
  const open = async (element: Element, selection: FirstSelection) => {
    const present = now.current.live;
    if (present?.base.id === element.id) return;
    if (present && (isChanged(present) || now.current.saving)) {
      now.current.isOpening = true;
      const isStored = await saveAll();
      now.current.isOpening = false;
      if (!isStored) return;
    }
    setFailure(null);
    show(element, selection);
  };

  const leave = useRef(() => {});
  leave.current = () => void saveAll().then((isStored) => isStored || toast(toastTexts.saveFailed));
  useEffect(() => () => leave.current(), []);
  useUnsavedWarning(live !== null && isChanged(live));

  return {
    live,
    failure,
    isSaving,
    open,
    save,
    close,
    setText: (text: string) => {
      if (now.current.live) set({ ...now.current.live, text });
    },
    setType: (type: ElementType) => {
      if (now.current.live) set({ ...now.current.live, type });
    },
    dismissFailure: () => setFailure(null),
    /** Of two texts in conflict: stores the writer's own over the other. */
    keepMine: async (current: Element) => {
      if (now.current.live && !now.current.saving) await store(now.current.live, current.version);
    },
    takeTheirs: (current: Element) => {
      cache.put(current);
      close();
    },
    /** For a text whose element is gone: it comes back as a new element in the same place. */
    restore: async () => {
      const lost = now.current.live;
      if (!lost) return;
      const index = now.current.elements.findIndex(({ id }) => id === lost.base.id);
      const afterId = now.current.elements[index - 1]?.id ?? null;
      try {
        await create.mutateAsync({
          elementType: lost.type,
          content: contentAs(lost.type, lost.text),
          dual: lost.base.dual,
          afterId,
        });
        cache.remove(lost.base.id);
        close();
      } catch (error) {
        setFailure(saveFailureOf(error));
      }
    },
    discard: () => {
      if (now.current.live) cache.remove(now.current.live.base.id);
      close();
    },
  };
}

function isChanged({ base, type, text }: Live): boolean {
  return text !== base.content || type !== base.elementType;
}

function isRenamed({ base, type }: Live, content: string): boolean {
  return base.elementType !== type || base.content !== content;
}

/** Speaker and parenthetical travel with dialogue only (spec workspace §5). */
function changeOf(
  { base, type, text: _ }: Live,
  content: string,
  elements: readonly Element[],
): ElementChange {
  const isDialogue = type === 'dialogue';
  const index = elements.findIndex(({ id }) => id === base.id);
  return {
    content,
    ...(type !== base.elementType && { elementType: type }),
    ...(isDialogue && {
      characterName: (base.characterName ?? speakerAt(elements, index))?.toUpperCase() ?? null,
      parenthetical: base.parenthetical,
    }),
  };
}

function useUnsavedWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
