import { useState } from 'react';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { type ScriptVersion, versionNameLimit } from '#shared/contract/history.ts';
import { messageOf } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { CompareDialog } from './comparing/CompareDialog.tsx';
import type { CurrentScript } from './comparing/useSideDraft.ts';
import { useDeleteVersion, useNameVersion, useRenameVersion } from './history.data.ts';
import type { HistoryQuestion } from './question.ts';
import { RestoreDialog } from './RestoreDialog.tsx';

const naming = {
  maxLength: versionNameLimit,
  failureText: 'The version could not be named. Please try again.',
};

interface HistoryDialogsProps {
  current: CurrentScript;
  question: HistoryQuestion;
  onChange: (edits: ScriptEdit[], label: string) => Promise<void>;
  /** Called when a version was named. */
  onNamed: () => void;
  onClose: () => void;
}

/** Show the open dialog of the history. */
export function HistoryDialogs({ current, question, onChange, onNamed, onClose }: HistoryDialogsProps) {
  const { elements } = current;
  const projectId = current.project.id;
  switch (question.asks) {
    case 'restore':
      return (
        <RestoreDialog
          projectId={projectId}
          elements={elements}
          side={question.side}
          onChange={onChange}
          onClose={onClose}
        />
      );
    case 'compare':
      return (
        <CompareDialog current={current} before={question.before} after={question.after} onClose={onClose} />
      );
    case 'name':
      return (
        <NameVersion
          projectId={projectId}
          historyId={question.historyId}
          onNamed={onNamed}
          onClose={onClose}
        />
      );
    case 'rename':
      return <RenameVersion projectId={projectId} version={question.version} onClose={onClose} />;
    case 'delete':
      return <DeleteVersion projectId={projectId} version={question.version} onClose={onClose} />;
  }
}

interface NameVersionProps extends Pick<HistoryDialogsProps, 'onNamed' | 'onClose'> {
  projectId: number;
  /** The change after which the script is named; undefined: the current script. */
  historyId: number | undefined;
}

function NameVersion({ projectId, historyId, onNamed, onClose }: NameVersionProps) {
  const name = useNameVersion(projectId);
  return (
    <NameDialog
      title="Name this version"
      description={
        historyId === undefined ? 'The script as it is now.' : 'The script as it was right after this change.'
      }
      verb="Name"
      {...naming}
      onName={async (given) => {
        await name.mutateAsync({ name: given, ...(historyId !== undefined && { historyId }) });
        onNamed();
      }}
      onClose={onClose}
    />
  );
}

function RenameVersion({ projectId, version, onClose }: VersionProps) {
  const rename = useRenameVersion(projectId);
  return (
    <NameDialog
      title="Rename version"
      description="The script and its history stay as they are."
      verb="Rename"
      {...naming}
      initialName={version.name}
      onName={(given) => rename.mutateAsync({ id: version.id, name: given })}
      onClose={onClose}
    />
  );
}

interface VersionProps {
  projectId: number;
  version: ScriptVersion;
  onClose: () => void;
}

function DeleteVersion({ projectId, version, onClose }: VersionProps) {
  const remove = useDeleteVersion(projectId);
  const [failure, setFailure] = useState('');
  const question = `Are you sure you want to delete "${version.name}"? Only the version name is deleted. The script and its history are kept.`;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete version"
      text={failure || question}
      confirmLabel={failure ? 'Try again' : 'Delete'}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(version.id, {
          onSuccess: onClose,
          onError: (error) =>
            setFailure(messageOf(error, `"${version.name}" could not be deleted. Please try again.`)),
        })
      }
    />
  );
}
