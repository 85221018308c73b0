import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Character,
  createCharacter,
  deleteCharacter,
  generateAvatar,
  generateStyleDescription,
  reorderCharacters,
  type updateCharacter,
} from '#shared/contract/characters.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { invalidateContext } from '#web/assistant/contextKey.data.ts';
import { charactersToasts } from '#web/characters/charactersToasts.ts';
import { ApiError, call, fieldProblemsOf, ignoreNotFound, messageOf } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { inOrder } from '#web/lib/listSteps.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { markEdited } from '#web/projects/projects.data.ts';
import { charactersQuery } from '#web/scriptSync/script.data.ts';

export type CharacterFields = CallInput<typeof createCharacter>['body'];
export type CharacterChange = Omit<
  CallInput<typeof updateCharacter>['body'],
  'renameInScript' | 'mentions' | 'undo'
>;

/** Return the cached cast that all views share, including the name suggestions of the script. */
export function castList(client: QueryClient, projectId: number) {
  const list = listCache(client, charactersQuery(projectId));
  const afterCancel = async (change: () => void) => {
    await list.cancel();
    change();
  };
  return {
    ...list,
    put: (character: Character) => afterCancel(() => list.put(character)),
    remove: (characterId: number) => afterCancel(() => list.remove(characterId)),
    reorder: (ids: readonly number[]) => afterCancel(() => list.change((cast) => inOrder(cast, ids))),
    /** Invalidate what depends on the cast: the assistant's context and the project's date. */
    edited() {
      invalidateContext(client, projectId);
      markEdited(client, projectId);
    },
  };
}

/** Return the server's errors by form field, among them a name that is taken. */
export function characterProblemsOf(error: unknown): Readonly<Record<string, string>> {
  const isTaken = error instanceof ApiError && error.status === 409;
  return isTaken
    ? { name: messageOf(error, 'A character with this name already exists.') }
    : fieldProblemsOf(error);
}

export function showUnlessFieldError(
  error: unknown,
  failed: typeof charactersToasts.creationFailed | typeof toastTexts.updateFailed,
) {
  if (Object.keys(characterProblemsOf(error)).length > 0) return;
  toast({ ...failed, description: messageOf(error, failed.description) });
}

export function useCreateCharacter(projectId: number) {
  const cast = castList(useQueryClient(), projectId);
  return useMutation({
    mutationFn: (body: CharacterFields) => call(createCharacter, { params: { id: projectId }, body }),
    onSuccess: async (character) => {
      await cast.put(character);
      cast.edited();
      toast(charactersToasts.characterCreated);
    },
    onError: (error) => {
      // Someone else has added it.
      if (error instanceof ApiError && error.status === 409) void cast.invalidate();
      showUnlessFieldError(error, charactersToasts.creationFailed);
    },
  });
}

const removeCharacter = (characterId: number) =>
  call(deleteCharacter, { params: { id: characterId } }).catch(ignoreNotFound);

export function useDeleteCharacter(projectId: number) {
  const cast = castList(useQueryClient(), projectId);
  return useMutation({
    mutationFn: removeCharacter,
    onSuccess: async (_reply, characterId) => {
      await cast.remove(characterId);
      cast.edited();
      toast(charactersToasts.characterDeleted);
    },
    onError: (error) => {
      const { deletionFailed } = toastTexts;
      toast({ ...deletionFailed, description: messageOf(error, deletionFailed.description) });
    },
  });
}

/** Reorder optimistically; an order that could not be stored is reverted (decision OQ-94). */
export function useReorderCharacters(projectId: number) {
  const client = useQueryClient();
  const cast = castList(client, projectId);
  const mutationKey = ['characters-order', projectId];
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    // Requests run one after the other, so that the last order is stored.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (characterIds: number[]) => call(reorderCharacters, { body: { characterIds } }),
    onMutate: async (characterIds) => {
      const before = cast.rows().map(({ id }) => id);
      await cast.reorder(characterIds);
      return { before };
    },
    onSuccess: () => {
      if (!isLast()) return;
      cast.edited();
      toast(charactersToasts.characterOrderSaved);
    },
    onError: async (_error, _ids, moved) => {
      if (!isLast()) return;
      if (moved) await cast.reorder(moved.before);
      toast(charactersToasts.characterReorderFailed);
      void cast.invalidate();
    },
  });
}

interface Asked {
  signal: AbortSignal;
  idempotencyKey: string;
}

export const drawAvatar = (characterId: number, options: Asked) =>
  call(generateAvatar, { params: { id: characterId } }, options);

export const describeStyle = (body: CallInput<typeof generateStyleDescription>['body'], options: Asked) =>
  call(generateStyleDescription, { body }, options);
