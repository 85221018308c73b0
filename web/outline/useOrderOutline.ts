import { useQueryClient } from '@tanstack/react-query';
import { boardUndoOf } from '#web/boards/useBoardUndo.ts';
import { outlineQuery, useReorderOutline } from './outline.data.ts';

/** Reorder the outline as one undo step. A failure is shown in place. */
export function useOrderOutline(projectId: number) {
  const client = useQueryClient();
  const { mutateAsync } = useReorderOutline(projectId);
  const shown = () => (client.getQueryData(outlineQuery(projectId).queryKey) ?? []).map(({ id }) => id);
  const put = (ids: readonly number[]) => {
    // Items may have been added or deleted since: send the ids of the current list.
    const now = shown();
    const known = ids.filter((id) => now.includes(id));
    return mutateAsync([...known, ...now.filter((id) => !known.includes(id))]);
  };
  return async (label: string, ids: readonly number[]): Promise<void> => {
    const before = shown();
    await put(ids);
    boardUndoOf(client, projectId).add({
      label,
      undo: async () => void (await put(before)),
      redo: async () => void (await put(ids)),
    });
  };
}
