import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Figures } from './figures.ts';

interface RenameQuestionProps {
  open: boolean;
  from: string;
  to: string;
  /** Of both names; null while the script is not known. */
  figures: { from: Figures; to: Figures } | null;
  isBusy: boolean;
  onCancel: () => void;
  onChoose: (inScript: boolean) => void;
}

/** Whether the script takes the new name, too (decision OQ-93). */
export function RenameQuestion({ open, from, to, figures, isBusy, onCancel, onChoose }: RenameQuestionProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={() => {
        if (!isBusy) onCancel();
      }}
      role="alertdialog"
      title="Rename in the script too"
      description={textOf(from, to, figures)}
      footer={
        <>
          <Button autoFocus disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button disabled={isBusy} onClick={() => onChoose(false)}>
            Rename only here
          </Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => onChoose(true)}>
            Rename in the script too
          </Button>
        </>
      }
    />
  );
}

function textOf(from: string, to: string, figures: RenameQuestionProps['figures']): string {
  const speeches = figures?.from.speeches ?? 0;
  const counted = speeches === 0 ? '' : ` ${speeches === 1 ? 'one speech' : `${speeches} speeches`} of`;
  const text = `The script has${counted} "${from}". All cues and dialogue can be given to "${to}" in one step; what action and dialogue say of "${from}" stays as it is.`;
  if ((figures?.to.speeches ?? 0) === 0) return text;
  return `${text} "${to}" speaks in the script already: their lines cannot be told apart afterwards.`;
}
