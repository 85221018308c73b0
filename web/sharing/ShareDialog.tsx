import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { may } from '#shared/roles.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AccessList } from './AccessList.tsx';
import { shownEntries } from './accessRows.ts';
import { CopyField } from './CopyField.tsx';
import { InviteForm } from './InviteForm.tsx';
import { ReadingLinkPart } from './ReadingLinkPart.tsx';
import styles from './ShareDialog.module.css';
import { accessQuery } from './shares.data.ts';
import { TransferDialog } from './TransferDialog.tsx';

interface ShareDialogProps {
  project: Project;
  onLeave: () => void;
  onClose: () => void;
}

/** Show the members of a project, and to its owner the ways to invite. */
export function ShareDialog({ project, onLeave, onClose }: ShareDialogProps) {
  const isOwner = may(project.role, 'own');
  const [isHandingOver, setIsHandingOver] = useState(false);
  const { data: list } = useQuery(accessQuery(project.id));
  const editors = shownEntries(list ?? []).filter(
    ({ role, status }) => role === 'editor' && status === 'accepted',
  );
  if (isHandingOver)
    return <TransferDialog project={project} editors={editors} onClose={() => setIsHandingOver(false)} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Share ${project.name}`}
      footer={
        <>
          {isOwner && editors.length > 0 && (
            <Button kind="ghost" className={styles.aside} onClick={() => setIsHandingOver(true)}>
              Hand over…
            </Button>
          )}
          {!isOwner && (
            <Button kind="ghost" className={styles.aside} onClick={onLeave}>
              Leave project…
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <CopyField
        label="Project link"
        address={`${window.location.origin}${hrefOf(`/projects/${encodeProjectId(project.id)}`)}`}
        hint="Only people with access can open it."
      />
      {isOwner && <InviteForm projectId={project.id} />}
      <AccessList project={project} isOwner={isOwner} />
      {isOwner && <ReadingLinkPart project={project} />}
    </Dialog>
  );
}
