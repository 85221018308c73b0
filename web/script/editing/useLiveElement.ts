import { useEffect, useRef, useState } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
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

/**
 * Editing of one element at a time. The text lives here until the server has it: a save that fails leaves it in
 * the field, and a view that is left saves what is in it.
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
  const now = useRef({ live, isSaving, elements, characters });
  now.current.elements = elements;
  now.current.characters = characters;

  const set = (next: Live | null) => {
    now.current.live = next;
    setLive(next);
  };

  const store = async (sent: Live, baseVersion: number): Promise<boolean> => {
    if (now.current.isSaving) return false;
    now.current.isSaving = true;
    setIsSaving(true);
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
      setFailure(null);
      // Whoever went on writing meanwhile goes on from what is stored.
      const present = now.current.live;
      if (present && (present.text !== sent.text || present.type !== sent.type)) set({ ...present, base });
      else set(null);
      return true;
    } catch (error) {
      setFailure(saveFailureOf(error));
      return false;
    } finally {
      now.current.isSaving = false;
      setIsSaving(false);
    }
  };

  const close = () => {
    set(null);
    setFailure(null);
  };

  /** Stores what changed and closes the field; false when it has to stay open. A blank text only closes. */
  const save = async (): Promise<boolean> => {
    const sent = now.current.live;
    if (!sent) return true;
    if (sent.text.trim() === '' || !isChanged(sent)) {
      close();
      return true;
    }
    return store(sent, sent.base.version);
  };

  const show = (element: Element, selection: FirstSelection) => {
    const base = now.current.elements.find(({ id }) => id === element.id) ?? element;
    set({ base, type: base.elementType, text: base.content, selection });
  };

  /** At once where nothing has to be saved first: phones show their keyboard only within the tap. */
  const open = async (element: Element, selection: FirstSelection) => {
    const present = now.current.live;
    if (present?.base.id === element.id) return;
    if (present && isChanged(present) && !(await save())) return;
    setFailure(null);
    show(element, selection);
  };

  const leave = useRef(save);
  leave.current = save;
  useEffect(() => () => void leave.current(), []);
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
      if (now.current.live) await store(now.current.live, current.version);
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
