import { type RefObject, useRef, useState } from 'react';

/**
 * What floats beside a button, open or not, and where it hangs in the document: the landmark of its button, so that
 * nothing on the page stands outside of landmarks. Place and opening change in one render: what moved to another
 * place after it had appeared would lose the press that was on its way to it.
 */
export function useFloating(): {
  button: RefObject<HTMLButtonElement | null>;
  landmark: HTMLElement | null;
  root: { open: boolean; onOpenChange: (open: boolean) => void };
} {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const onOpenChange = (isOpening: boolean) => {
    if (isOpening)
      setLandmark(button.current?.closest<HTMLElement>('main, aside, header, [role=dialog]') ?? null);
    setOpen(isOpening);
  };
  return { button, landmark, root: { open, onOpenChange } };
}
