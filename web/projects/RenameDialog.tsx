import { maxProjectNameLength } from '#screenplay/limits.ts';
import type { ProjectSummary } from '#shared/contract/projects.ts';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { useUpdateProject } from './projects.data.ts';

interface RenameDialogProps {
  project: ProjectSummary;
  onClose: () => void;
}

export function RenameDialog({ project, onClose }: RenameDialogProps) {
  const { mutateAsync } = useUpdateProject(project.id);
  return (
    <NameDialog
      title="Rename project"
      verb="Rename"
      initialName={project.name}
      maxLength={maxProjectNameLength}
      failureText="The project could not be renamed. Please try again."
      onName={(name) => mutateAsync({ name })}
      onClose={onClose}
    />
  );
}
