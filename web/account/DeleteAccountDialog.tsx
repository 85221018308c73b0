import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AccountDeletion, accountTexts } from '#shared/contract/account.ts';
import type { User } from '#shared/contract/auth.ts';
import { messageOf } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import { accountDeletionQuery, useDeleteAccount } from './account.data.ts';
import styles from './DeleteAccountDialog.module.css';

type OwnProject = AccountDeletion['projects'][number];

const failed = 'Your account could not be deleted. Please try again.';

/**
 * Confirm the deletion: list the projects, offer transfers to editors, and require the typed email.
 */
export function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery(accountDeletionQuery);
  const [newOwners, setNewOwners] = useState<Record<number, string>>({});
  const { deletion, deleteAccount } = useAccountDeletion(() => void refetch());
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === user.email.toLowerCase();

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !deletion.isPending) onClose();
      }}
      title="Delete your account"
      description="This cannot be undone. Your comments in other people's projects stay, without your name."
      footer={
        <>
          <Button disabled={deletion.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="danger"
            disabled={!isConfirmed || !data}
            isBusy={deletion.isPending || deletion.isSuccess}
            onClick={() => data && deleteAccount(typed, data.projects, newOwners)}
          >
            Delete my account
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {data && (
          <Projects
            projects={data.projects}
            newOwners={newOwners}
            onChoose={(id, ownerId) => setNewOwners({ ...newOwners, [id]: ownerId })}
          />
        )}
        {!data && (
          <ProjectsPending isError={isError} isFetching={isFetching} onRetry={() => void refetch()} />
        )}
        <TextField
          label={`Type ${user.email} to confirm`}
          type="email"
          autoComplete="off"
          value={typed}
          error={deletion.isError ? messageOf(deletion.error, failed) : undefined}
          hint={isConfirmed ? undefined : accountTexts.confirm}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
    </Dialog>
  );
}

function useAccountDeletion(onError: () => void) {
  const deletion = useDeleteAccount();
  const deleteAccount = (confirm: string, own: OwnProject[], newOwners: Record<number, string>) => {
    const projects = own.map(({ id }) => ({ id, newOwnerId: newOwners[id] || null }));
    deletion.mutate({ confirm, projects }, { onSuccess: () => pageNavigation.leaveTo(hrefOf('/')), onError });
  };
  return { deletion, deleteAccount };
}

interface ProjectsPendingProps {
  isError: boolean;
  isFetching: boolean;
  onRetry: () => void;
}

function ProjectsPending({ isError, isFetching, onRetry }: ProjectsPendingProps) {
  if (!isError) {
    return (
      <div role="status" aria-label="Loading your projects">
        <Skeleton height={60} />
      </div>
    );
  }
  return <LoadFailure text="Your projects could not be loaded." isRetrying={isFetching} onRetry={onRetry} />;
}

interface ProjectsProps {
  projects: OwnProject[];
  newOwners: Record<number, string>;
  onChoose: (projectId: number, newOwnerId: string) => void;
}

function Projects({ projects, newOwners, onChoose }: ProjectsProps) {
  if (projects.length === 0) return <p className={styles.quiet}>You own no projects.</p>;
  const count =
    projects.length === 1 ? 'This project of yours' : `These ${projects.length} projects of yours`;
  return (
    <section className={styles.projects} aria-label="Your projects">
      <p className={styles.quiet}>
        {count} will be deleted with everything in {projects.length === 1 ? 'it' : 'them'}, unless an editor
        takes over.
      </p>
      <ul className={styles.list}>
        {projects.map(({ id, name, editors }) => (
          <li key={id}>
            {editors.length === 0 ? (
              <p className={styles.alone}>
                <span className={styles.name}>{name}</span>
                <span className={styles.quiet}>No editor to transfer it to</span>
              </p>
            ) : (
              <SelectField
                label={name}
                value={newOwners[id] ?? ''}
                onChange={({ currentTarget }) => onChoose(id, currentTarget.value)}
              >
                <option value="">Delete it</option>
                {editors.map((editor) => (
                  <option key={editor.id} value={editor.id}>
                    Hand over to {nameOf(editor)}
                  </option>
                ))}
              </SelectField>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ firstName, lastName, email }: OwnProject['editors'][number]): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name ? `${name} (${email})` : email;
}
