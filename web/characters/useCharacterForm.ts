import { useRef, useState } from 'react';
import { speakerKey } from '#screenplay/cue.ts';
import { type Character, CharacterCreate } from '#shared/contract/characters.ts';
import { useForm } from '#web/lib/useForm.ts';
import { characterProblemsOf, useCreateCharacter } from './characters.data.ts';
import { characterDraft, emptyDraft, meantCharacter, namesake } from './draft.ts';
import { useSaveCharacter } from './renaming.data.ts';

interface Opened {
  projectId: number;
  /** As it was when the form was opened; null for a new one. */
  character: Character | null;
  characters: readonly Character[];
  /** Whether the script has lines of that name. */
  speaks: (name: string) => boolean;
  onDone: () => void;
}

/** A character while it is written. Who has lines under the old name is asked about before a new one is saved. */
export function useCharacterForm({ projectId, character, characters, speaks, onDone }: Opened) {
  const create = useCreateCharacter(projectId);
  const save = useSaveCharacter(projectId);
  const [isAskingToRename, setIsAskingToRename] = useState(false);
  /** Whether the script takes the new name, too; null until that was answered. */
  const inScript = useRef<boolean | null>(null);

  const stopAsking = () => {
    setIsAskingToRename(false);
    inScript.current = null;
  };

  const form = useForm({
    schema: CharacterCreate,
    opened: () => (character ? characterDraft(character) : emptyDraft),
    meant: meantCharacter,
    rules: (draft) => ({
      name:
        draft.name.trim() !== '' && namesake(characters, draft, character?.id ?? null)
          ? 'A character with this name already exists.'
          : undefined,
    }),
    refusedFields: characterProblemsOf,
    save({ body, changes }): Promise<unknown> | null {
      if (!character) {
        const { name, characterType } = body;
        return create.mutateAsync({ ...changes, name, characterType });
      }
      if (isRenamed(character.name, body.name) && speaks(character.name) && inScript.current === null) {
        setIsAskingToRename(true);
        return null;
      }
      if (Object.keys(changes).length > 0)
        return save.mutateAsync({ character, change: changes, inScript: inScript.current ?? false });
      onDone();
      return null;
    },
    onSaved: onDone,
    onWrong: stopAsking,
    onRefused: stopAsking,
  });

  return {
    ...form,
    isAskingToRename,
    stopAsking,
    rename(answer: boolean) {
      inScript.current = answer;
      form.submit();
    },
    /** Whom this character could become; null for a new one. */
    mergeable:
      character && form.problems.name !== undefined
        ? (namesake(characters, form.draft, character.id) ?? null)
        : null,
  };
}

/** Another spelling of the same letters is the same speaker. */
function isRenamed(before: string, after: string): boolean {
  return speakerKey(before) !== speakerKey(after);
}
