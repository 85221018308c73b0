import { useState } from 'react';
import type { AdminUser } from '#shared/contract/admin.ts';
import { adminToasts } from '#web/admin/adminToasts.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useEndSessions } from './admin.data.ts';

/** Sign a user out in all browsers, after a confirmation, such as after the loss of a device. */
export function SignOutButton({ user: { id, email } }: { user: AdminUser }) {
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending } = useEndSessions();
  const signOut = () =>
    mutate(id, {
      onSuccess: ({ ended }) => {
        const browsers = ended === 1 ? '1 browser' : `${ended} browsers`;
        toast({ ...adminToasts.userSignedOut, description: `${email}: ${browsers}.` });
      },
      onError: (error) => {
        const { description } = adminToasts.signOutFailed;
        toast({ ...adminToasts.signOutFailed, description: messageOf(error, description) });
      },
      onSettled: () => setIsAsked(false),
    });
  return (
    <>
      <Button kind="ghost" size="small" aria-label={`Sign out ${email}`} onClick={() => setIsAsked(true)}>
        Sign out
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Sign this user out?"
        text={`${email} is signed out in all browsers, and can sign in again. Text that was not saved stays in the browser.`}
        confirmLabel="Sign out"
        isDestructive
        isBusy={isPending}
        onConfirm={signOut}
      />
    </>
  );
}
