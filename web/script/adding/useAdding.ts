import { useState } from 'react';
import { type ElementType, placeholders } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import { bottomInput } from '#screenplay/order.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { messageOf } from '#web/lib/api.ts';
import { useCreateCharacter, useCreateElement } from '../script.data.ts';
import { newSpeaker, speakerAt } from '../speaker.ts';

interface Script {
  elements: readonly Element[];
  scenes: readonly Scene[];
  characters: readonly Character[];
}

const failed = 'The element could not be added. Try again.';

/** New elements, below the script or between two. */
export function useAdding(projectId: number, { elements, scenes, characters }: Script) {
  const create = useCreateElement(projectId);
  const createCharacter = useCreateCharacter(projectId);
  const [addFailure, setAddFailure] = useState<string | null>(null);
  const [insertFailure, setInsertFailure] = useState<string | null>(null);

  /** From the bottom input. Without any scene only a heading can begin (decision OQ-53). */
  const addAtEnd = async (type: ElementType, content: string): Promise<boolean> => {
    if (elements.length === 0 && scenes.length === 0 && type !== 'scene_heading') return false;
    try {
      const name = newSpeaker(type, content, characters);
      if (name !== null) await createCharacter.mutateAsync(name);
      await create.mutateAsync({
        elementType: type,
        content,
        ...spokenBy(type, elements, elements.length),
        orderIndex: bottomInput(elements.length, elements.at(-1)?.orderIndex ?? null),
      });
      setAddFailure(null);
      return true;
    } catch (error) {
      setAddFailure(messageOf(error, failed));
      return false;
    }
  };

  /** From the insert menu: with its placeholder, which makes no character (decision OQ-57). Null on failure. */
  const insertAfter = async (index: number, type: ElementType): Promise<Element | null> => {
    try {
      const {
        renumbered: _,
        scenes: __,
        removedSceneIds: ___,
        ...element
      } = await create.mutateAsync({
        elementType: type,
        content: contentAs(type, placeholders[type]),
        ...spokenBy(type, elements, index + 1),
        afterId: elements[index]?.id ?? null,
      });
      setInsertFailure(null);
      return element;
    } catch (error) {
      setInsertFailure(messageOf(error, failed));
      return null;
    }
  };

  return { addAtEnd, addFailure, insertAfter, insertFailure, dismiss: () => setInsertFailure(null) };
}

/** Dialogue says who speaks: the cue above (spec workspace §5). */
function spokenBy(type: ElementType, elements: readonly Element[], index: number) {
  const characterName = type === 'dialogue' ? speakerAt(elements, index) : null;
  return characterName === null ? {} : { characterName };
}
