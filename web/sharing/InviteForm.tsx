import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { ShareRole } from '#shared/roles.ts';
import { sharingTexts } from '#shared/sharingTexts.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import { refusalText } from './refusalText.ts';
import styles from './ShareDialog.module.css';
import { useInviteMember } from './shares.data.ts';

/** Whether a text may be an address: something before and after the sign, and a dot behind it. The server looks closer. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function InviteForm({ projectId }: { projectId: number }) {
  const id = useId();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<ShareRole>('viewer');
  const [problem, setProblem] = useState<string>();
  const invitation = useInviteMember(projectId);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invitation.isPending) return;
    const address = email.trim();
    const wrong =
      address === '' ? 'inviteEmailRequired' : emailPattern.test(address) ? null : 'inviteEmailInvalid';
    if (wrong) {
      setProblem(toastTexts[wrong].description);
      toast(toastTexts[wrong]);
      return;
    }
    invitation.mutate(
      { email: address, role },
      {
        onSuccess: () => {
          toast(toastTexts.invitationSent);
          setEmail('');
        },
        onError: (error) => {
          const { projectInvitationFailed } = toastTexts;
          const text = refusalText(error, projectInvitationFailed.description);
          setProblem(text === sharingTexts.emailInvalid ? text : undefined);
          toast({ ...projectInvitationFailed, description: text });
        },
      },
    );
  };

  return (
    <form className={styles.part} onSubmit={submit} noValidate>
      <label className={styles.label} htmlFor={id}>
        Invite by email
      </label>
      <div className={styles.invite}>
        <input
          id={id}
          className={styles.input}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ target }) => {
            setEmail(target.value);
            setProblem(undefined);
          }}
        />
        <RoleSelect label="Role of the person you invite" role={role} onChange={setRole} />
        <Button type="submit" kind="primary" className={styles.send} isBusy={invitation.isPending}>
          Invite
        </Button>
      </div>
      {problem && (
        <p className={styles.problem} id={`${id}-problem`} role="alert">
          <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
          {problem}
        </p>
      )}
    </form>
  );
}
