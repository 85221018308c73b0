import type { Project } from '#shared/contract/projects.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { useCreateProject } from './projectActions.data.ts';

/** Create a project from the dialog, one at a time. */
export function useCreation(onCreated: (project: Project) => void) {
  const { mutate, isPending, error, reset } = useCreateProject();
  const create = (input: Parameters<typeof mutate>[0]) => {
    if (isPending) return;
    mutate(input, {
      onSuccess: (project) => {
        toast(toastTexts.projectCreated);
        onCreated(project);
      },
    });
  };
  return { create, isPending, error, reset };
}
