import { Lock } from 'lucide-react';
import { useId } from 'react';
import { ProfilePatch } from '#shared/contract/account.ts';
import type { User } from '#shared/contract/auth.ts';
import { accountToasts } from '#web/account/accountToasts.ts';
import { formValuesOf } from '#web/lib/formBody.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useUpdateProfile } from './account.data.ts';
import styles from './PersonSection.module.css';
import { PhotoField } from './PhotoField.tsx';
import { showAccountCallError } from './rejectedCall.ts';

export function PersonSection({ user }: { user: User }) {
  return (
    <PageSection title="Personal information">
      <div className={styles.person}>
        <PhotoField user={user} />
        <NamesForm user={user} />
      </div>
    </PageSection>
  );
}

const namesOf = (user: User) => formValuesOf(user, ['firstName', 'lastName']);

function NamesForm({ user }: { user: User }) {
  const update = useUpdateProfile();
  const emailId = useId();
  const form = useForm({
    schema: ProfilePatch,
    opened: () => namesOf(user),
    save: ({ draft, changes }) => (Object.keys(changes).length > 0 ? update.mutateAsync(draft) : null),
    onSaved(saved) {
      form.reopen(namesOf(saved));
      toast(accountToasts.profileSaved);
    },
    onRejected: (error) => showAccountCallError(error, accountToasts.profileFailed),
  });
  const { field } = form;
  return (
    <form {...form.form} className={styles.form}>
      <div className={styles.two}>
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <div className={styles.email}>
        <label className={styles.emailLabel} htmlFor={emailId}>
          Email
        </label>
        <div className={styles.locked}>
          <input id={emailId} type="email" className={styles.address} value={user.email} readOnly />
          <Lock size={14} strokeWidth={1.6} aria-hidden="true" />
        </div>
      </div>
      <div>
        <Button type="submit" disabled={!form.isChanged} isBusy={form.isSaving}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
