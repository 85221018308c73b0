import { useId, useRef, useState } from 'react';
import { photoLimitBytes } from '#shared/contract/account.ts';
import type { User } from '#shared/contract/auth.ts';
import { accountToasts } from '#web/account/accountToasts.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { type ToastMessage, toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useUpdateProfile, useUploadPhoto } from './account.data.ts';
import styles from './PhotoField.module.css';
import { showAccountCallError } from './rejectedCall.ts';

const types = ['image/jpeg', 'image/png', 'image/webp'];

export function PhotoField({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { problem, send, isPending } = useSendPhoto();
  const profile = useUpdateProfile();

  const remove = () => {
    const { firstName, lastName } = user;
    if (!firstName || !lastName) return;
    const onError = (error: Error) => showAccountCallError(error, accountToasts.profileFailed);
    profile.mutate({ firstName, lastName, profileImageUrl: '' }, { onError });
  };
  return (
    <div className={styles.photo}>
      <Avatar person={user} size={88} />
      <VisuallyHidden
        as="input"
        ref={input}
        type="file"
        accept={types.join(',')}
        aria-label="Profile picture"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          send(currentTarget.files?.[0]);
          currentTarget.value = ''; // so that choosing the same file again fires `change`
        }}
      />
      <Button
        size="small"
        isBusy={isPending}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        Change photo
      </Button>
      {user.profileImageUrl && user.firstName && user.lastName && (
        <Button size="small" kind="ghost" isBusy={profile.isPending} onClick={remove}>
          Remove photo
        </Button>
      )}
      <p className={problem ? styles.problem : styles.hint} id={hintId} role="status">
        {problem ?? 'JPEG, PNG or WebP, up to 5 MB'}
      </p>
    </div>
  );
}

/**
 * Return a function that uploads a photo, and `problem`: the reason why the last one was rejected.
 */
function useSendPhoto() {
  const [problem, setProblem] = useState<string | null>(null);
  const photo = useUploadPhoto();
  const reject = (message: ToastMessage) => {
    setProblem(message.description ?? null);
    toast(message);
  };
  const send = (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    if (!types.includes(file.type)) return reject(accountToasts.wrongPhoto);
    if (file.size > photoLimitBytes) return reject(accountToasts.photoTooLarge);
    photo.mutate(file, {
      onSuccess: () => void toast(accountToasts.photoSaved),
      onError: (error) => {
        const known = rejectionToast(error);
        if (known) reject(known);
        else showAccountCallError(error, accountToasts.photoFailed);
      },
    });
  };
  return { problem, send, isPending: photo.isPending };
}

/**
 * Return a toast about an error that the user can correct; null where the general message is
 * sufficient.
 */
function rejectionToast(error: unknown): ToastMessage | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 413) return accountToasts.photoTooLarge;
  if (error.status === 415) return accountToasts.wrongPhoto;
  const isKnown = error.status === 400 || error.status === 429;
  const { photoFailed } = accountToasts;
  return isKnown ? { ...photoFailed, description: messageOf(error, photoFailed.description) } : null;
}
