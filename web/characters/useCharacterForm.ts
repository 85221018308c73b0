import { useState } from 'react';
import { speakerKey } from '#screenplay/cue.ts';
import type { NameMention } from '#screenplay/mentions.ts';
import type { Character } from '#shared/contract/characters.ts';
import { characterProblemsOf, useCreateCharacter } from './characters.data.ts';
import {
  type CharacterDraft,
  characterChange,
  characterDraft,
  emptyDraft,
  isSameDraft,
  namesake,
  problemsOf,
} from './draft.ts';
import { useSaveCharacter } from './renaming.data.ts';

type Problems = Partial<Record<string, string>>;

interface Form {
  projectId: number;
  /** As it was when the form was opened; null for a new one. */
  character: Character | null;
  characters: readonly Character[];
  /** Whether the script has lines of the first name, or speaks of it, that could take the second one. */
  isInScript: (from: string, to: string) => boolean;
  onDone: () => void;
}

/** A character while it is written; `submit` gives the first field that has a problem. */
export function useCharacterForm({ projectId, character, characters, isInScript, onDone }: Form) {
  const create = useCreateCharacter(projectId);
  const save = useSaveCharacter(projectId);
  const [opened] = useState<CharacterDraft>(() => (character ? characterDraft(character) : emptyDraft));
  const [draft, setDraft] = useState(opened);
  const [problems, setProblems] = useState<Problems>({});
  const [isAskingToRename, setIsAskingToRename] = useState(false);
  /** Who has the name that was to be given. */
  const [other, setOther] = useState<Character | null>(null);

  const refused = (error: unknown) => {
    setIsAskingToRename(false);
    setProblems(characterProblemsOf(error));
  };
  /** `mentions`: what takes the new name in action and dialogue; null leaves the whole script as it is. */
  const store = (mentions: readonly NameMention[] | null) => {
    if (character) {
      const change = characterChange(opened, draft);
      if (Object.keys(change).length === 0) onDone();
      else save.mutate({ character, change, mentions }, { onSuccess: onDone, onError: refused });
    } else {
      const { name, ...fields } = characterChange(emptyDraft, draft);
      create.mutate(
        { ...fields, name: name ?? '', characterType: draft.characterType },
        { onSuccess: onDone, onError: refused },
      );
    }
  };

  return {
    draft,
    problems,
    isChanged: !isSameDraft(opened, draft),
    isSaving: create.isPending || save.isPending,
    write(change: Partial<CharacterDraft>) {
      setDraft((before) => ({ ...before, ...change }));
      const still = Object.entries(problems).filter(([field]) => !(field in change));
      setProblems(Object.fromEntries(still));
      if ('name' in change) setOther(null);
    },
    complain: setProblems,
    submit(): string | undefined {
      const found: Problems = problemsOf(draft);
      const taken = namesake(characters, draft, character?.id ?? null);
      if (taken && found.name === undefined) found.name = 'A character with this name already exists.';
      setProblems(found);
      setOther(taken ?? null);
      const [first] = Object.keys(found);
      if (first !== undefined) return first;
      if (character && isRenamed(character.name, draft.name) && isInScript(character.name, draft.name))
        setIsAskingToRename(true);
      else store(null);
      return undefined;
    },
    store,
    isAskingToRename,
    stopAsking: () => setIsAskingToRename(false),
    /** Whom this character could become; null for a new one. */
    mergeable:
      character && problems.name !== undefined
        ? (other ?? namesake(characters, draft, character.id) ?? null)
        : null,
  };
}

/** Another spelling of the same letters is the same speaker. */
function isRenamed(before: string, after: string): boolean {
  return speakerKey(before) !== speakerKey(after);
}
