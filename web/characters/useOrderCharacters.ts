import { useQueryClient } from '@tanstack/react-query';
import { boardUndoOf } from '#web/boards/useBoardUndo.ts';
import { inOrder } from '#web/lib/listSteps.ts';
import { castList, useReorderCharacters } from './characters.data.ts';

/** Reorder the characters as one undo step. A failure is shown in place. */
export function useOrderCharacters(projectId: number) {
  const client = useQueryClient();
  const { mutateAsync } = useReorderCharacters(projectId);
  const put = (ids: readonly number[]) => {
    // Characters may have been added or deleted since: send the ids of the current list.
    const all = inOrder(castList(client, projectId).rows(), ids);
    return mutateAsync(all.map(({ id }) => id));
  };
  return async (label: string, ids: readonly number[]): Promise<void> => {
    const before = castList(client, projectId)
      .rows()
      .map(({ id }) => id);
    try {
      await put(ids);
    } catch {
      return;
    }
    boardUndoOf(client, projectId).add({
      label,
      undo: async () => void (await put(before)),
      redo: async () => void (await put(ids)),
    });
  };
}
