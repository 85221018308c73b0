import { isArchiveName } from '#shared/contract/projects.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { CreateForm } from './CreateForm.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { ImportReceiptView } from './ImportReceiptView.tsx';
import styles from './NewProjectDialog.module.css';
import { useCreation } from './useCreation.ts';
import { useOpenProject } from './useOpenProject.ts';
import type { ScriptImport } from './useScriptImport.ts';

export type NewProjectTab = 'create' | 'import';

interface NewProjectDialogProps {
  /** Null while closed. */
  tab: NewProjectTab | null;
  onTabChange: (tab: NewProjectTab) => void;
  onClose: () => void;
  scriptImport: ScriptImport;
  /** Files are being dragged over the page. */
  isDragging: boolean;
}

const formId = 'create-project';

export function NewProjectDialog(props: NewProjectDialogProps) {
  const { tab, onTabChange, onClose, scriptImport, isDragging } = props;
  const openProject = useOpenProject();
  const creation = useCreation((project) => openProject(project.id));
  const { step, isUnderWay } = scriptImport;
  const close = () => {
    creation.reset();
    onClose();
  };

  if (tab === 'import' && step.name === 'done') {
    const { project } = step.reply;
    return (
      <Dialog
        open
        onOpenChange={close}
        title={project.name}
        description={`Imported from ${step.fileName}`}
        footer={
          <>
            <Button onClick={close}>Close</Button>
            {/* Of its own, or it would be the Cancel of before, which had its chance to take the focus. */}
            <Button key="open" kind="primary" autoFocus onClick={() => openProject(project.id)}>
              Open script
            </Button>
          </>
        }
      >
        <ImportReceiptView reply={step.reply} isArchive={isArchiveName(step.fileName)} />
      </Dialog>
    );
  }

  return (
    <Dialog
      open={tab !== null}
      onOpenChange={(open) => !open && !creation.isPending && close()}
      title="New Project"
      footer={
        <>
          {isUnderWay && tab === 'create' && <p className={styles.reason}>A script is being imported.</p>}
          <Button
            kind="ghost"
            disabled={creation.isPending}
            onClick={isUnderWay && tab === 'import' ? scriptImport.cancel : close}
          >
            Cancel
          </Button>
          {tab === 'create' && (
            <Button
              kind="primary"
              type="submit"
              form={formId}
              isBusy={creation.isPending}
              disabled={isUnderWay}
            >
              Create Project
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label="How to begin"
        value={tab ?? 'create'}
        onValueChange={onTabChange}
        tabs={[
          {
            value: 'create',
            label: 'Create New',
            content: <CreateForm id={formId} error={creation.error} onSubmit={creation.create} />,
          },
          {
            value: 'import',
            label: 'Import Script',
            content: <ImportPanel scriptImport={scriptImport} isDragging={isDragging} />,
          },
        ]}
      />
    </Dialog>
  );
}
