/**
 * Corners of the window, the usual one first (docs/spec/application.md); Toaster.module.css
 * positions them.
 */
const places = ['usual', 'other', 'third'] as const;

/** Buttons that a toast must not cover. */
const pressable = '[data-primary], [type="submit"]';
/** Around a button, in pixels; a toast moves by less while it enters. */
const around = 6;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Move a new toast to a place where it covers no main button; the usual place if every place does.
 */
export function placeToastOffButtons(toast: HTMLElement | null): void {
  const viewport = toast?.parentElement;
  if (!viewport) return;
  const buttons = [...document.querySelectorAll(pressable)]
    .filter((button) => !toast.contains(button))
    .map((button) => button.getBoundingClientRect());
  for (const place of [...places, places[0]]) {
    viewport.dataset.place = place;
    const box = toast.getBoundingClientRect();
    if (!buttons.some((button) => isOver(box, button))) return;
  }
}

function isOver(toast: Box, button: Box): boolean {
  return (
    button.right > button.left &&
    toast.left < button.right + around &&
    toast.right > button.left - around &&
    toast.top < button.bottom + around &&
    toast.bottom > button.top - around
  );
}
