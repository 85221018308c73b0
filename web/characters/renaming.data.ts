import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NameMention } from '#screenplay/mentions.ts';
import { type Character, mergeCharacter, updateCharacter } from '#shared/contract/characters.ts';
import type { CallReply } from '#shared/endpoint.ts';
import type { BoardStep } from '#web/boards/boardUndo.ts';
import { boardUndoOf } from '#web/boards/useBoardUndo.ts';
import { historyKey } from '#web/history/historyKey.data.ts';
import { ApiError, call, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { scriptLists } from '#web/scriptSync/script.data.ts';
import { type CharacterChange, castList, showUnlessFieldError } from './characters.data.ts';

type Saved = CallReply<typeof updateCharacter>;

interface Saving {
  /** The character when the form opened. */
  character: Character;
  change: CharacterChange;
  /**
   * Places that take the new name in addition to cues and dialogue (decisions OQ-93, OQ-109); null
   * leaves the script unchanged.
   */
  mentions: readonly NameMention[] | null;
}

export function useSaveCharacter(projectId: number) {
  const client = useQueryClient();
  const cast = castList(client, projectId);
  return useMutation({
    mutationFn: async ({ character, change, mentions }: Saving) =>
      mentions
        ? renameInScript(client, projectId, character.id, change, mentions)
        : call(updateCharacter, { params: { id: character.id }, body: change }),
    onSuccess: async (saved, { character, change, mentions }) => {
      const { undo = [] } = saved;
      await show(client, projectId, saved);
      if (!mentions || undo.length === 0) {
        toast(toastTexts.characterUpdated);
        return;
      }
      const steps = boardUndoOf(client, projectId);
      const step = renamingStep(client, projectId, { character, change, mentions, undo });
      steps.add(step);
      toast({
        ...toastTexts.characterUpdated,
        action: { label: 'Undo', onClick: () => void steps.undo(step) },
      });
    },
    onError: (error, { mentions }) => {
      // Someone else has deleted it or taken the name, or the answer was lost.
      const isOld = error instanceof ApiError && [404, 409].includes(error.status);
      if (isOld || mentions) void cast.invalidate();
      if (mentions) scriptLists(client, projectId).invalidate();
      showUnlessFieldError(error, toastTexts.updateFailed);
    },
  });
}

async function renameInScript(
  client: QueryClient,
  projectId: number,
  characterId: number,
  change: CharacterChange,
  mentions: readonly NameMention[],
): Promise<Saved> {
  await scriptLists(client, projectId).cancelRefetch();
  return call(updateCharacter, {
    params: { id: characterId },
    body: { ...change, renameInScript: true, ...placesOf(mentions) },
  });
}

/** Return the mentions as input of a call; empty without mentions. */
function placesOf(mentions: readonly NameMention[]) {
  const places = mentions.map(({ elementId, start, end }) => ({ elementId, start, end }));
  return places.length > 0 ? { mentions: places } : {};
}

interface Renamed extends Saving {
  mentions: readonly NameMention[];
  /** Edits that undo it. */
  undo: NonNullable<Saved['undo']>;
}

/** Return the undo step of a rename on card and script; other fields saved with it stay. */
function renamingStep(
  client: QueryClient,
  projectId: number,
  { character, change, mentions, undo: edits }: Renamed,
): BoardStep {
  const { id, name } = character;
  let undo = edits;
  const reporting = async (step: () => Promise<Saved>) => {
    try {
      const saved = await step();
      await show(client, projectId, saved);
      toast(toastTexts.characterUpdated);
      return saved;
    } catch (error) {
      failed(client, projectId, error);
      throw error;
    }
  };
  return {
    label: `Rename ${name} to ${change.name ?? name}`,
    undo: async () => {
      await scriptLists(client, projectId).cancelRefetch();
      await reporting(() => call(updateCharacter, { params: { id }, body: { name, undo } }));
    },
    redo: async () => {
      const again = await reporting(() =>
        renameInScript(client, projectId, id, { name: change.name }, mentions),
      );
      undo = again.undo ?? [];
    },
  };
}

interface Merging {
  from: Character;
  into: Character;
  /** Mentions in action and dialogue that take the other name. */
  mentions: readonly NameMention[];
}

/** Return a mutation that gives all lines of a character to another one and deletes it. */
export function useMergeCharacters(projectId: number) {
  const client = useQueryClient();
  const cast = castList(client, projectId);
  return useMutation({
    mutationFn: async ({ from, into, mentions }: Merging) => {
      await scriptLists(client, projectId).cancelRefetch();
      return call(mergeCharacter, {
        params: { id: from.id },
        body: { intoId: into.id, ...placesOf(mentions) },
      });
    },
    onSuccess: async ({ character, script }, { from }) => {
      await cast.remove(from.id);
      await show(client, projectId, { ...character, script });
      toast({ ...toastTexts.characterUpdated, description: `${from.name} is now ${character.name}.` });
    },
    onError: (error) => failed(client, projectId, error),
  });
}

/** Show the script and the character of the server's answer in all lists. */
async function show(client: QueryClient, projectId: number, { script, undo: _, ...character }: Saved) {
  const cast = castList(client, projectId);
  if (script) scriptLists(client, projectId).applyReply(script);
  if (script?.elements.length) void client.invalidateQueries({ queryKey: historyKey(projectId) });
  await cast.put(character);
  cast.edited();
}

function failed(client: QueryClient, projectId: number, error: unknown): void {
  void castList(client, projectId).invalidate();
  scriptLists(client, projectId).invalidate();
  const { updateFailed } = toastTexts;
  toast({ ...updateFailed, description: messageOf(error, updateFailed.description) });
}
