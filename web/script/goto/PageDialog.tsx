import { type FormEvent, useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface PageDialogProps {
  /** Number of pages. */
  pages: number;
  /** Current page. */
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** Dialog to go to a page. */
export function PageDialog({ pages, page, onPage, onClose }: PageDialogProps) {
  const form = useId();
  const [text, setText] = useState(`${page}`);
  const [isTried, setIsTried] = useState(false);
  const target = Number(text.trim());
  const isPage = Number.isInteger(target) && target >= 1 && target <= pages;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isPage) return;
    onClose();
    // The dialog restores the focus in a later task; go to the page after that.
    setTimeout(() => setTimeout(() => onPage(target), 0), 0);
  };
  const range = pages === 1 ? 'There is 1 page' : `1 to ${pages.toLocaleString('en-US')}`;
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
          inputMode="numeric"
          autoComplete="off"
          value={text}
          hint={range}
          error={isTried && !isPage ? `Enter a page from 1 to ${pages.toLocaleString('en-US')}` : undefined}
          onChange={(event) => setText(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
      </form>
    </Dialog>
  );
}
