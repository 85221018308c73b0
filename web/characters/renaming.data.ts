import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Character, mergeCharacter, updateCharacter } from '#shared/contract/characters.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { historyKey } from '#web/history/history.data.ts';
import { ApiError, call, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { scriptLists } from '#web/script/script.data.ts';
import { type CharacterChange, castList, tellUnlessAtField } from './characters.data.ts';

type Saved = CallReply<typeof updateCharacter>;

interface Saving {
  /** As it was opened. */
  character: Character;
  change: CharacterChange;
  /** Cues and dialogue take the new name, too (decision OQ-93). */
  inScript: boolean;
}

export function useSaveCharacter(projectId: number) {
  const client = useQueryClient();
  const cast = castList(client, projectId);
  return useMutation({
    mutationFn: async ({ character, change, inScript }: Saving) => {
      const params = { id: character.id };
      if (!inScript) return call(updateCharacter, { params, body: change });
      await scriptLists(client, projectId).quiet();
      return call(updateCharacter, { params, body: { ...change, renameInScript: true } });
    },
    onSuccess: async (saved, { character }) => {
      const { undo = [] } = saved;
      await show(client, projectId, saved);
      const takeBack = () => void restoreName(client, projectId, character, undo);
      toast({
        ...toastTexts.characterUpdated,
        ...(undo.length > 0 && { action: { label: 'Undo', onClick: takeBack } }),
      });
    },
    onError: (error, { inScript }) => {
      // Somebody else has deleted it, or given another one that name; or the answer was lost.
      const isOld = error instanceof ApiError && [404, 409].includes(error.status);
      if (isOld || inScript) void cast.refetch();
      if (inScript) scriptLists(client, projectId).refetch();
      tellUnlessAtField(error, toastTexts.updateFailed);
    },
  });
}

/** One character takes the place of another one, who is deleted: it speaks all the lines then. */
export function useMergeCharacters(projectId: number) {
  const client = useQueryClient();
  const cast = castList(client, projectId);
  return useMutation({
    mutationFn: async ({ from, into }: { from: Character; into: Character }) => {
      await scriptLists(client, projectId).quiet();
      return call(mergeCharacter, { params: { id: from.id }, body: { intoId: into.id } });
    },
    onSuccess: async ({ character, script }, { from }) => {
      await cast.remove(from.id);
      await show(client, projectId, { ...character, script });
      toast({ ...toastTexts.characterUpdated, description: `${from.name} is now ${character.name}.` });
    },
    onError: (error) => failed(client, projectId, error),
  });
}

/** Takes a new name back out of the script and off the character, as one step. */
async function restoreName(
  client: QueryClient,
  projectId: number,
  { id, name }: Character,
  undo: NonNullable<Saved['undo']>,
): Promise<void> {
  try {
    await scriptLists(client, projectId).quiet();
    await show(client, projectId, await call(updateCharacter, { params: { id }, body: { name, undo } }));
    toast(toastTexts.characterUpdated);
  } catch (error) {
    failed(client, projectId, error);
  }
}

/** Every list has what the server made of the script and of the character. */
async function show(client: QueryClient, projectId: number, { script, undo: _, ...character }: Saved) {
  const cast = castList(client, projectId);
  if (script) scriptLists(client, projectId).put(script);
  if (script?.elements.length) void client.invalidateQueries({ queryKey: historyKey(projectId) });
  await cast.put(character);
  cast.edited();
}

function failed(client: QueryClient, projectId: number, error: unknown): void {
  void castList(client, projectId).refetch();
  scriptLists(client, projectId).refetch();
  const { updateFailed } = toastTexts;
  toast({ ...updateFailed, description: messageOf(error, updateFailed.description) });
}
