import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ProjectSummary } from '#shared/contract/projects.ts';
import { BackgroundTaskBar } from '#web/backgroundTasks/BackgroundTaskBar.tsx';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { DeleteDialog } from '#web/ui/DeleteDialog.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { ManagerHeader } from './ManagerHeader.tsx';
import { NewProjectDialog, type NewProjectTab } from './NewProjectDialog.tsx';
import { ProjectList } from './ProjectList.tsx';
import styles from './ProjectManager.module.css';
import { useDeleteProject, useDuplicateProject } from './projectActions.data.ts';
import { projectsQuery } from './projects.data.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { useFileDrop } from './useFileDrop.ts';
import { type ScriptImport, useScriptImport } from './useScriptImport.ts';

export function ProjectManager() {
  const projects = useQuery(projectsQuery());
  const [projectToRename, setProjectToRename] = useState<ProjectSummary | null>(null);
  const [projectToLeave, setProjectToLeave] = useState<ProjectSummary | null>(null);
  /** Id of a project that was deleted or left. */
  const [removedId, setRemovedId] = useState<number | null>(null);
  const deletion = useDeletion(setRemovedId);
  const duplicate = useDuplication();
  const scriptImport = useScriptImport();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (removedId !== null) heading.current?.focus(); // the card that opened the dialog has been removed
  }, [removedId]);

  const newProject = useNewProject(scriptImport);
  const isEmpty = projects.data?.length === 0;
  return (
    <div className={styles.page}>
      <ManagerHeader />
      <main>
        <TitleRow heading={heading} onNew={isEmpty ? null : () => newProject.setTab('create')} />
        <ProjectList
          projects={projects.data}
          error={projects.error}
          isRetrying={projects.isFetching}
          onRetry={() => void projects.refetch()}
          onNew={newProject.setTab}
          onLeave={setProjectToLeave}
          onDelete={deletion.ask}
          onRename={setProjectToRename}
          onDuplicate={duplicate}
        />
      </main>
      <BackgroundTaskBar />
      {newProject.isDragging && newProject.tab === null && <DropHint />}
      <NewProjectDialog
        tab={newProject.tab}
        onTabChange={newProject.setTab}
        onClose={newProject.close}
        scriptImport={scriptImport}
        isDragging={newProject.isDragging}
      />
      <DeleteProjectDialog deletion={deletion} />
      {projectToLeave && (
        <LeaveDialog
          project={projectToLeave}
          onLeft={() => {
            setRemovedId(projectToLeave.id);
            setProjectToLeave(null);
          }}
          onClose={() => setProjectToLeave(null)}
        />
      )}
      {projectToRename && <RenameDialog project={projectToRename} onClose={() => setProjectToRename(null)} />}
    </div>
  );
}

function DropHint() {
  return (
    <div className={styles.dropHint} aria-hidden="true">
      <p>Drop the script to import it</p>
    </div>
  );
}

function DeleteProjectDialog({ deletion }: { deletion: ReturnType<typeof useDeletion> }) {
  const { projectToDelete, ask, isPending, confirm } = deletion;
  return (
    <DeleteDialog
      open={projectToDelete !== null}
      onOpenChange={(open) => !open && ask(null)}
      itemType="project"
      name={projectToDelete?.name ?? ''}
      isBusy={isPending}
      onConfirm={confirm}
    />
  );
}

interface TitleRowProps {
  heading: RefObject<HTMLHeadingElement | null>;
  /** Null if the empty list shows the button. */
  onNew: (() => void) | null;
}

function TitleRow({ heading, onNew }: TitleRowProps) {
  return (
    <div className={styles.titleRow}>
      <h1 className={styles.title} ref={heading} tabIndex={-1}>
        Projects
      </h1>
      {onNew && (
        <Button
          kind="primary"
          className={styles.action}
          icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />}
          onClick={onNew}
        >
          New Project
        </Button>
      )}
    </div>
  );
}

/** Manage the dialog for new projects. Files that are dropped anywhere on the page open it. */
function useNewProject(scriptImport: ScriptImport) {
  const [tab, setTab] = useState<NewProjectTab | null>(null);
  const isDragging = useFileDrop((files) => {
    setTab('import');
    scriptImport.start(files);
  });
  const close = () => {
    setTab(null);
    scriptImport.reset();
  };
  return { tab, setTab, isDragging, close };
}

/** Delete a project after confirmation. */
function useDeletion(onDeleted: (projectId: number) => void) {
  const [projectToDelete, setProjectToDelete] = useState<ProjectSummary | null>(null);
  const { mutate, isPending } = useDeleteProject();
  const confirm = () => {
    if (!projectToDelete) return;
    const { id } = projectToDelete;
    mutate(id, {
      onSuccess: () => {
        setProjectToDelete(null);
        onDeleted(id);
        toast(toastTexts.projectDeleted);
      },
      onError: (error) => {
        const { projectDeleteFailed } = toastTexts;
        toast({ ...projectDeleteFailed, description: messageOf(error, projectDeleteFailed.description) });
      },
    });
  };
  return { projectToDelete, ask: setProjectToDelete, isPending, confirm };
}

/** Duplicate a project, one at a time. */
function useDuplication() {
  const { mutate, isPending } = useDuplicateProject();
  return ({ id }: ProjectSummary) => {
    if (isPending) return;
    mutate(id, {
      onSuccess: () => void toast(toastTexts.projectCopied),
      onError: (error) => {
        const { projectCopyFailed } = toastTexts;
        toast({ ...projectCopyFailed, description: messageOf(error, projectCopyFailed.description) });
      },
    });
  };
}
