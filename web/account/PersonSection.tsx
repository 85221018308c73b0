import { Lock } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ProfilePatch } from '#shared/contract/account.ts';
import type { User } from '#shared/contract/auth.ts';
import { fieldProblemsOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { useUnsavedWarning } from '#web/lib/useUnsavedWarning.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useUpdateProfile } from './account.data.ts';
import styles from './PersonSection.module.css';
import { PhotoField } from './PhotoField.tsx';
import { tellRefusedCall } from './refusedCall.ts';

interface Names {
  firstName: string;
  lastName: string;
}

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

function NamesForm({ user }: { user: User }) {
  const saved: Names = { firstName: user.firstName ?? '', lastName: user.lastName ?? '' };
  const [draft, setDraft] = useState<Partial<Names>>({});
  const [problems, setProblems] = useState<Partial<Names>>({});
  const update = useUpdateProfile();
  const emailId = useId();
  const names = { ...saved, ...draft };
  const isChanged = names.firstName !== saved.firstName || names.lastName !== saved.lastName;
  useUnsavedWarning(isChanged);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || update.isPending) return;
    const found = problemsOf(names);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    update.mutate(names, {
      onSuccess: () => {
        setDraft({});
        toast(toastTexts.profileSaved);
      },
      onError: (error) => {
        setProblems(fieldProblemsOf(error));
        tellRefusedCall(error, toastTexts.profileFailed);
      },
    });
  };
  const field = (name: keyof Names) => ({
    value: names[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      setDraft({ ...draft, [name]: currentTarget.value });
      setProblems({ ...problems, [name]: undefined });
    },
  });
  return (
    <form className={styles.form} onSubmit={save} noValidate>
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
        <Button type="submit" disabled={!isChanged} isBusy={update.isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}

/** The first problem of each field, as the server would find it. */
function problemsOf(names: Names): Partial<Names> {
  const checked = ProfilePatch.safeParse(names);
  if (checked.success) return {};
  const messages = checked.error.issues.map(({ path, message }) => [path[0], message] as const);
  return Object.fromEntries(messages.reverse());
}
