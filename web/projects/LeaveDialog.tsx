import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { useUser } from '#web/session/auth.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useLeaveProject } from './leaveProject.data.ts';

interface LeaveDialogProps {
  project: { id: number; name: string };
  onLeft: () => void;
  onClose: () => void;
}

/** Ask a member to confirm leaving a project, because only an owner can restore the access. */
export function LeaveDialog({ project, onLeft, onClose }: LeaveDialogProps) {
  const user = useUser();
  const leaving = useLeaveProject();
  const leave = () => {
    if (!user) return;
    leaving.mutate(
      { projectId: project.id, email: user.email },
      {
        onSuccess: () => {
          toast(toastTexts.projectLeft);
          onLeft();
        },
        onError: (error) => {
          const { leaveFailed } = toastTexts;
          toast({ ...leaveFailed, description: messageOf(error, leaveFailed.description) });
        },
      },
    );
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Leave project"
      text={`You will no longer see “${project.name}”. To come back you have to be invited again.`}
      confirmLabel="Leave"
      isDestructive
      isBusy={leaving.isPending}
      onConfirm={leave}
    />
  );
}
