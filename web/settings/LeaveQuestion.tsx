import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

interface LeaveQuestionProps {
  /** Whether the browser asks before the tab is closed. */
  isUnsaved: boolean;
  /** Whether this dialog asks before another page is opened. */
  isAsked: boolean;
  text: string;
}

/** Ask before a navigation discards unsaved changes. */
export function LeaveQuestion({ isUnsaved, isAsked, text }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    // A link to a section of this page does not leave it.
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
