import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ProjectSummary } from '#shared/contract/projects.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { DeleteDialog } from '#web/ui/DeleteDialog.tsx';
import { LongWorkBar } from '#web/ui/LongWorkBar.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { ManagerHeader } from './ManagerHeader.tsx';
import { NewProjectDialog, type NewProjectTab } from './NewProjectDialog.tsx';
import { ProjectList } from './ProjectList.tsx';
import styles from './ProjectManager.module.css';
import { projectsQuery, useDeleteProject, useDuplicateProject } from './projects.data.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { useFileDrop } from './useFileDrop.ts';
import { useScriptImport } from './useScriptImport.ts';

export function ProjectManager() {
  const projects = useQuery(projectsQuery());
  const [openTab, setOpenTab] = useState<NewProjectTab | null>(null);
  const [doomed, setDoomed] = useState<ProjectSummary | null>(null);
  const [named, setNamed] = useState<ProjectSummary | null>(null);
  const [left, setLeft] = useState<ProjectSummary | null>(null);
  /** Deleted or left. */
  const [goneId, setGoneId] = useState<number | null>(null);
  const deletion = useDeleteProject();
  const duplication = useDuplicateProject();
  const scriptImport = useScriptImport();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (goneId !== null) heading.current?.focus(); // the card that opened the dialog is gone
  }, [goneId]);

  const importFiles = (files: File[]) => {
    setOpenTab('import');
    scriptImport.start(files);
  };
  const isDragging = useFileDrop(importFiles);

  const closeNewProject = () => {
    setOpenTab(null);
    scriptImport.reset();
  };

  const remove = (project: ProjectSummary) =>
    deletion.mutate(project.id, {
      onSuccess: () => {
        setDoomed(null);
        setGoneId(project.id);
        toast(toastTexts.projectDeleted);
      },
      onError: (error) => {
        const { projectDeleteFailed } = toastTexts;
        toast({ ...projectDeleteFailed, description: messageOf(error, projectDeleteFailed.description) });
      },
    });

  const duplicate = ({ id }: ProjectSummary) => {
    if (duplication.isPending) return;
    duplication.mutate(id, {
      onSuccess: () => void toast(toastTexts.projectCopied),
      onError: (error) => {
        const { projectCopyFailed } = toastTexts;
        toast({ ...projectCopyFailed, description: messageOf(error, projectCopyFailed.description) });
      },
    });
  };

  const isEmpty = projects.data?.length === 0;
  return (
    <div className={styles.page}>
      <ManagerHeader />
      <main>
        <div className={styles.titleRow}>
          <h1 className={styles.title} ref={heading} tabIndex={-1}>
            Projects
          </h1>
          {!isEmpty && (
            <Button
              kind="primary"
              className={styles.action}
              icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />}
              onClick={() => setOpenTab('create')}
            >
              New Project
            </Button>
          )}
        </div>
        <ProjectList
          projects={projects.data}
          error={projects.error}
          isRetrying={projects.isFetching}
          onRetry={() => void projects.refetch()}
          onNew={setOpenTab}
          onLeave={setLeft}
          onDelete={setDoomed}
          onRename={setNamed}
          onDuplicate={duplicate}
        />
      </main>
      <LongWorkBar />
      {isDragging && openTab === null && (
        <div className={styles.dropHint} aria-hidden="true">
          <p>Drop the script to import it</p>
        </div>
      )}
      <NewProjectDialog
        tab={openTab}
        onTabChange={setOpenTab}
        onClose={closeNewProject}
        scriptImport={scriptImport}
        isDragging={isDragging}
      />
      <DeleteDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        itemType="project"
        name={doomed?.name ?? ''}
        isBusy={deletion.isPending}
        onConfirm={() => doomed && remove(doomed)}
      />
      {left && (
        <LeaveDialog
          project={left}
          onLeft={() => {
            setGoneId(left.id);
            setLeft(null);
          }}
          onClose={() => setLeft(null)}
        />
      )}
      {named && <RenameDialog project={named} onClose={() => setNamed(null)} />}
    </div>
  );
}
