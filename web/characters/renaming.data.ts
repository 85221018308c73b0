import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { renamedSpeaker } from '#screenplay/renaming.ts';
import type { Character } from '#shared/contract/characters.ts';
import { changeScript, type ScriptEdit } from '#shared/contract/edits.ts';
import { historyKey } from '#web/history/history.data.ts';
import { ApiError, call, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { elementsQuery, scriptLists } from '#web/script/script.data.ts';
import {
  type CharacterChange,
  castList,
  removeCharacter,
  saveCharacter,
  tellUnlessAtField,
} from './characters.data.ts';

interface Saving {
  /** As it was opened: its name is the one that the script has. */
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
      const saved = await saveCharacter(character.id, change);
      if (!inScript) return { saved, back: [] };
      try {
        return { saved, back: await renameInScript(client, projectId, character.name, saved.name) };
      } catch (error) {
        // Both or neither: the script is as it was, unless its answer was lost.
        scriptLists(client, projectId).refetch();
        await saveCharacter(character.id, { name: character.name }).then(cast.put, cast.refetch);
        // A conflict is one of the script, not of the name.
        throw isConflict(error) ? new Error('The script has changed meanwhile', { cause: error }) : error;
      }
    },
    onSuccess: async ({ saved, back }, { character }) => {
      await cast.put(saved);
      cast.edited();
      const undo = () => void takeBack(client, projectId, character, back);
      toast({
        ...toastTexts.characterUpdated,
        ...(back.length > 0 && { action: { label: 'Undo', onClick: undo } }),
      });
    },
    onError: (error) => {
      // Somebody else has deleted it, or given another one that name.
      if (error instanceof ApiError && [404, 409].includes(error.status)) void cast.refetch();
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
      await renameInScript(client, projectId, from.name, into.name);
      await removeCharacter(from.id);
    },
    onSuccess: async (_, { from, into }) => {
      await cast.remove(from.id);
      cast.edited();
      toast({ ...toastTexts.characterUpdated, description: `${from.name} is now ${into.name}.` });
    },
    onError: (error) => {
      void cast.refetch();
      scriptLists(client, projectId).refetch();
      const { updateFailed } = toastTexts;
      toast({ ...updateFailed, description: messageOf(error, updateFailed.description) });
    },
  });
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/**
 * Gives a speaker another name in the script as the server has it now, as one change. Returns the edits that take
 * it back; none where nobody of that name speaks.
 */
async function renameInScript(
  client: QueryClient,
  projectId: number,
  from: string,
  to: string,
): Promise<ScriptEdit[]> {
  const elements = await client.fetchQuery({ ...elementsQuery(projectId), staleTime: 0 });
  const known = new Map(elements.map((element) => [element.id, element]));
  const edits = renamedSpeaker(elements, from, to).map(
    (renamed): ScriptEdit => ({
      does: 'update',
      ...renamed,
      baseVersion: known.get(renamed.id)?.version,
    }),
  );
  if (edits.length === 0) return [];
  const changed = await change(client, projectId, edits, `Rename ${from} to ${to}`);
  return changed.flatMap(({ id, version }): ScriptEdit[] => {
    const before = known.get(id);
    if (!before) return [];
    const fields =
      before.elementType === 'character'
        ? { content: before.content }
        : { characterName: before.characterName };
    return [{ does: 'update', id, fields, baseVersion: version }];
  });
}

async function takeBack(
  client: QueryClient,
  projectId: number,
  { id, name }: Character,
  back: ScriptEdit[],
): Promise<void> {
  const cast = castList(client, projectId);
  try {
    await change(client, projectId, back, 'Undo');
    await cast.put(await saveCharacter(id, { name }));
    cast.edited();
    toast(toastTexts.characterUpdated);
  } catch (error) {
    void cast.refetch();
    const { updateFailed } = toastTexts;
    toast({ ...updateFailed, description: messageOf(error, updateFailed.description) });
  }
}

/** The elements as the edits left them; every list that shows them has them, too. */
async function change(client: QueryClient, projectId: number, edits: ScriptEdit[], reason: string) {
  const lists = scriptLists(client, projectId);
  await lists.quiet();
  const reply = await call(changeScript, { params: { id: projectId }, body: { edits, reason } });
  lists.put(reply);
  void client.invalidateQueries({ queryKey: historyKey(projectId) });
  return reply.elements;
}
