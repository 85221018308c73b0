import { type RefObject, useRef, useState } from 'react';

/**
 * Where what floats hangs in the document: the landmark of its button, so that nothing on the page stands outside of
 * landmarks. `find` is called when it opens.
 */
export function useLandmark(): {
  button: RefObject<HTMLButtonElement | null>;
  landmark: HTMLElement | null;
  find: () => void;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const find = () =>
    setLandmark(button.current?.closest<HTMLElement>('main, aside, header, [role=dialog]') ?? null);
  return { button, landmark, find };
}
