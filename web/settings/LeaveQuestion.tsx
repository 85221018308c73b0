import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

interface LeaveQuestionProps {
  /** The browser asks before the tab is closed. */
  isUnsaved: boolean;
  /** And so do we before another page is opened. */
  isAsked: boolean;
  text: string;
}

/** Asks before a navigation throws away what is not saved. */
export function LeaveQuestion({ isUnsaved, isAsked, text }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    // A link to a part of this page leaves nothing.
    shouldBlockFn: ({ current, next }) => isAsked && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) reset?.();
      }}
      title="Leave without saving"
      text={text}
      confirmLabel="Leave"
      isDestructive
      onConfirm={() => proceed?.()}
    />
  );
}
