import { type FormEvent, useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface PageDialogProps {
  /** Labels of the first and the last page. */
  labels: [first: string, last: string];
  /** Label of the current page. */
  page: string;
  /** Whether the pages are locked, so that labels may have letters. */
  isLocked: boolean;
  /** Return the number of the page with a label; 0 if there is none. */
  numberOf: (label: string) => number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** Dialog to go to a page. */
export function PageDialog({ labels, page, isLocked, numberOf, onPage, onClose }: PageDialogProps) {
  const form = useId();
  const [text, setText] = useState(page);
  const [isTried, setIsTried] = useState(false);
  const target = numberOf(text);
  const isPage = target > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isPage) return;
    onClose();
    // The dialog restores the focus in a later task; go to the page after that.
    setTimeout(() => setTimeout(() => onPage(target), 0), 0);
  };
  const [first, last] = labels;
  const range = first === last ? 'There is 1 page' : `${first} to ${last}`;
  const advice = isLocked ? `Enter a page such as ${last}` : `Enter a page from ${first} to ${last}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Go to page"
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={form}>
            Go
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label="Page"
          inputMode={isLocked ? 'text' : 'numeric'}
          autoComplete="off"
          value={text}
          hint={range}
          error={isTried && !isPage ? advice : undefined}
          onChange={(event) => setText(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
      </form>
    </Dialog>
  );
}
