import { useRef } from 'react';
import { createUserInvitation, defaultExpiryDays, expiryDays } from '#shared/contract/admin.ts';
import { adminToasts } from '#web/admin/adminToasts.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import { useInvite } from './admin.data.ts';
import { CopyableLink } from './CopyableLink.tsx';
import styles from './List.module.css';

type ExpiryDays = (typeof expiryDays)[number];

/**
 * Show the form that invites an address. The link is shown too, in case the email does not arrive.
 */
export function CreateInvitation() {
  const { mutateAsync, data } = useInvite();
  const input = useRef<HTMLInputElement>(null);
  const form = useForm({
    schema: createUserInvitation.body,
    opened: { email: '', expireDays: defaultExpiryDays as ExpiryDays },
    // The server validates the address; its message is shown in a toast.
    rules: () => ({ email: null }),
    rejectedFields: () => ({}),
    warns: false,
    save({ draft: { email, expireDays } }) {
      if (email.trim() !== '') return mutateAsync({ email, expireDays });
      toast(adminToasts.inviteeMissing);
      input.current?.focus();
      return null;
    },
    onSaved(_answer, { draft: { expireDays } }) {
      toast(adminToasts.invitationCreated);
      form.reopen({ email: '', expireDays });
      input.current?.focus();
    },
    onRejected(error) {
      const { invitationFailed } = adminToasts;
      toast({ ...invitationFailed, description: messageOf(error, invitationFailed.description) });
    },
  });
  return (
    <form {...form.form} className={styles.form}>
      <TextField
        ref={input}
        label="Email"
        type="email"
        autoComplete="off"
        required
        {...form.field('email')}
      />
      <ExpiryField days={form.draft.expireDays} onDays={(expireDays) => form.write({ expireDays })} />
      <Button kind="primary" type="submit" isBusy={form.isSaving}>
        Create Invitation
      </Button>
      {data?.inviteUrl && (
        <div className={styles.made} role="status">
          <p>{data.email} is invited.</p>
          <CopyableLink href={data.inviteUrl} label={`Invitation link of ${data.email}`} />
        </div>
      )}
    </form>
  );
}

interface ExpiryFieldProps {
  days: ExpiryDays;
  onDays: (days: ExpiryDays) => void;
}

function ExpiryField({ days, onDays }: ExpiryFieldProps) {
  return (
    <SelectField
      label="Expires after"
      value={days}
      onChange={({ target }) => {
        const chosen = expiryDays.find((each) => String(each) === target.value);
        if (chosen) onDays(chosen);
      }}
    >
      {expiryDays.map((each) => (
        <option key={each} value={each}>
          {each === 1 ? '1 day' : `${each} days`}
        </option>
      ))}
    </SelectField>
  );
}
