import { type RefObject, useRef, useState } from 'react';

/**
 * Return the state of a floating element and its container: the landmark of its button, so that
 * nothing is outside of landmarks. Container and opening change in one render: an element that is
 * moved after it appeared loses a press in progress.
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
