import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { InviteCreate } from '#shared/contract/shares.ts';
import type { ShareRole } from '#shared/roles.ts';
import { sharingTexts } from '#shared/sharingTexts.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/lib/useForm.ts';
import { sharingToasts } from '#web/sharing/sharingToasts.ts';
import { Button } from '#web/ui/Button.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import { rejectionText } from './rejectionText.ts';
import styles from './ShareDialog.module.css';
import { useInviteMember } from './shares.data.ts';

/** Pattern of a possible address. The server validates it. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function InviteForm({ projectId }: { projectId: number }) {
  const inputId = useId();
  const form = useInviteForm(projectId);
  const { error: problem, ...email } = form.field('email');

  return (
    <form {...form.form} className={styles.part}>
      <label className={styles.label} htmlFor={inputId}>
        Invite by email
      </label>
      <div className={styles.invite}>
        <input
          id={inputId}
          className={styles.input}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...email}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${inputId}-problem` : undefined}
        />
        <RoleSelect
          label="Role of the person you invite"
          role={form.draft.role}
          onChange={(role) => form.write({ role })}
        />
        <Button type="submit" kind="primary" className={styles.send} isBusy={form.isSaving}>
          Invite
        </Button>
      </div>
      {problem && (
        <p className={styles.problem} id={`${inputId}-problem`} role="alert">
          <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
          {problem}
        </p>
      )}
    </form>
  );
}

function useInviteForm(projectId: number) {
  const invitation = useInviteMember(projectId);
  const form = useForm({
    schema: InviteCreate,
    opened: { email: '', role: 'viewer' as ShareRole },
    rules: ({ email }) => {
      const wrong = wrongAddress(email.trim());
      return { email: wrong ? wrong.description : null };
    },
    warns: false,
    save: ({ body: { email }, draft: { role } }) => invitation.mutateAsync({ email, role }),
    onSaved(_answer, { draft: { role } }) {
      toast(sharingToasts.invitationSent);
      form.reopen({ email: '', role });
    },
    onWrong() {
      const wrong = wrongAddress(form.draft.email.trim());
      if (wrong) toast(wrong);
    },
    rejectedFields(error) {
      const text = rejectionText(error, '');
      return text === sharingTexts.emailInvalid ? { email: text } : {};
    },
    onRejected(error) {
      const { projectInvitationFailed } = sharingToasts;
      const description = rejectionText(error, projectInvitationFailed.description);
      toast({ ...projectInvitationFailed, description });
    },
  });
  return form;
}

/** Return the error of an address, or null. */
function wrongAddress(address: string) {
  if (address === '') return sharingToasts.inviteEmailRequired;
  return emailPattern.test(address) ? null : sharingToasts.inviteEmailInvalid;
}
