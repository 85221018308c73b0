import { useRef, useState } from 'react';
import { speakerKey } from '#screenplay/cue.ts';
import type { NameMention } from '#screenplay/mentions.ts';
import { type Character, CharacterCreate } from '#shared/contract/characters.ts';
import { useForm } from '#web/lib/useForm.ts';
import { characterProblemsOf, useCreateCharacter } from './characters.data.ts';
import {
  type CharacterDraft,
  characterDraft,
  characterWithSameName,
  emptyDraft,
  withoutInvalidAge,
} from './draft.ts';
import { useSaveCharacter } from './renaming.data.ts';

interface Opened {
  projectId: number;
  /** The character when the form opened; null for a new one. */
  character: Character | null;
  characters: readonly Character[];
  /**
   * Return whether the script has lines or mentions of the first name that could take the second
   * one.
   */
  isInScript: (from: string, to: string) => boolean;
  onDone: () => void;
}

/**
 * Hold the form of a character. Before a new name is saved, it asks about the script's lines under
 * the old one.
 */
export function useCharacterForm({ projectId, character, characters, isInScript, onDone }: Opened) {
  const create = useCreateCharacter(projectId);
  const save = useSaveCharacter(projectId);
  const [isAskingToRename, setIsAskingToRename] = useState(false);
  /**
   * The places that take the new name; null leaves the script unchanged; undefined before the
   * answer.
   */
  const answer = useRef<readonly NameMention[] | null | undefined>(undefined);

  const stopAsking = () => {
    setIsAskingToRename(false);
    answer.current = undefined;
  };

  const form = useForm({
    schema: CharacterCreate,
    opened: () => (character ? characterDraft(character) : emptyDraft),
    meant: withoutInvalidAge,
    rules: (draft) => ({ name: nameProblemOf(draft, character, characters) }),
    rejectedFields: characterProblemsOf,
    save({ body, changes }): Promise<unknown> | null {
      if (!character) {
        const { name, characterType } = body;
        return create.mutateAsync({ ...changes, name, characterType });
      }
      const isAsked = isRenamed(character.name, body.name) && isInScript(character.name, body.name);
      if (isAsked && answer.current === undefined) {
        setIsAskingToRename(true);
        return null;
      }
      if (Object.keys(changes).length > 0)
        return save.mutateAsync({ character, change: changes, mentions: answer.current ?? null });
      onDone();
      return null;
    },
    onSaved: onDone,
    onWrong: stopAsking,
    onRejected: stopAsking,
  });

  return {
    ...form,
    isAskingToRename,
    stopAsking,
    rename(mentions: readonly NameMention[] | null) {
      answer.current = mentions;
      form.submit();
    },
    /** Possible merge targets; null for a new character. */
    mergeable:
      character && form.problems.name !== undefined
        ? (characterWithSameName(characters, form.draft, character.id) ?? null)
        : null,
  };
}

function nameProblemOf(draft: CharacterDraft, character: Character | null, characters: readonly Character[]) {
  if (draft.name.trim() === '') return undefined;
  const other = characterWithSameName(characters, draft, character?.id ?? null);
  return other ? 'A character with this name already exists.' : undefined;
}

/** Return whether the names differ in more than case and spacing. */
function isRenamed(before: string, after: string): boolean {
  return speakerKey(before) !== speakerKey(after);
}
