import { useQueryClient } from '@tanstack/react-query';
import type { Brief, Project } from '#shared/contract/projects.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { useAutosave } from '#web/lib/useAutosave.ts';
import { saveProject } from '#web/projects/projects.data.ts';

/** Limit of each field: shared/contract/projects.ts, Brief. */
export const briefLimit = 1500;

export const briefKeys = ['premise', 'tone', 'rules', 'constants'] as const satisfies (keyof Brief)[];

/** Hold the brief while it is edited. All fields are saved when one is left. */
export function useBrief(project: Project) {
  const client = useQueryClient();
  return useAutosave<Brief>({
    saved: project.brief,
    send: async (brief, _saved, isLast) => (await saveProject(client, project.id, { brief }, isLast)).brief,
    isRejected: (_field, text) => text.length > briefLimit,
    isAskedOnLeaving: true,
    onFailed: (_error, isClosed) => {
      if (isClosed) toast(toastTexts.saveFailed);
    },
  });
}
