import { isArchiveName } from '#shared/contract/importing.ts';
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
  const { step } = scriptImport;
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
        description={`Imported from ${step.file.name}`}
        footer={<ReceiptFoot onClose={close} onOpen={() => openProject(project.id)} />}
      >
        <ImportReceiptView reply={step.reply} file={step.file} isArchive={isArchiveName(step.file.name)} />
      </Dialog>
    );
  }

  return (
    <Dialog
      open={tab !== null}
      onOpenChange={(open) => !open && !creation.isPending && close()}
      title="New Project"
      footer={
        <NewProjectFoot
          tab={tab}
          scriptImport={scriptImport}
          isCreating={creation.isPending}
          onClose={close}
        />
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

function ReceiptFoot({ onClose, onOpen }: { onClose: () => void; onOpen: () => void }) {
  return (
    <>
      <Button onClick={onClose}>Close</Button>
      {/* A separate key, so that this button is a new element and takes the focus. */}
      <Button key="open" kind="primary" autoFocus onClick={onOpen}>
        Open script
      </Button>
    </>
  );
}

interface NewProjectFootProps extends Pick<NewProjectDialogProps, 'tab' | 'scriptImport' | 'onClose'> {
  isCreating: boolean;
}

function NewProjectFoot({ tab, scriptImport, isCreating, onClose }: NewProjectFootProps) {
  const { isRunning, cancel } = scriptImport;
  return (
    <>
      {isRunning && tab === 'create' && <p className={styles.reason}>A script is being imported.</p>}
      <Button kind="ghost" disabled={isCreating} onClick={isRunning && tab === 'import' ? cancel : onClose}>
        Cancel
      </Button>
      {tab === 'create' && (
        <Button kind="primary" type="submit" form={formId} isBusy={isCreating} disabled={isRunning}>
          Create Project
        </Button>
      )}
    </>
  );
}
