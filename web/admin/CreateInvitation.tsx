import { useRef, useState } from 'react';
import { defaultExpiryDays, expiryDays } from '#shared/contract/admin.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import { useInvite } from './admin.data.ts';
import { CopyableLink } from './CopyableLink.tsx';
import styles from './List.module.css';

/** Invites an address; its link is shown as well, for where no mail arrives. */
export function CreateInvitation() {
  const { mutate, isPending, data } = useInvite();
  const [email, setEmail] = useState('');
  const [days, setDays] = useState<(typeof expiryDays)[number]>(defaultExpiryDays);
  const field = useRef<HTMLInputElement>(null);
  // A second press comes before the button is off.
  const isUnderWay = useRef(false);

  const send = () => {
    if (isUnderWay.current) return;
    const { inviteeMissing, invitationCreated, invitationFailed } = toastTexts;
    if (email.trim() === '') {
      toast(inviteeMissing);
      field.current?.focus();
      return;
    }
    isUnderWay.current = true;
    mutate(
      { email, expireDays: days },
      {
        onSuccess: () => {
          toast(invitationCreated);
          setEmail('');
          field.current?.focus();
        },
        onError: (error) =>
          void toast({ ...invitationFailed, description: messageOf(error, invitationFailed.description) }),
        onSettled: () => {
          isUnderWay.current = false;
        },
      },
    );
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        ref={field}
        label="Email"
        type="email"
        autoComplete="off"
        required
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <SelectField
        label="Expires after"
        value={days}
        onChange={({ target }) => setDays(expiryDays.find((each) => String(each) === target.value) ?? days)}
      >
        {expiryDays.map((each) => (
          <option key={each} value={each}>
            {each === 1 ? '1 day' : `${each} days`}
          </option>
        ))}
      </SelectField>
      <Button kind="primary" type="submit" isBusy={isPending}>
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
