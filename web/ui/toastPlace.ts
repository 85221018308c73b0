/**
 * Corners of the viewport, the default first (docs/spec/application.md); Toaster.module.css
 * positions them.
 */
const places = ['usual', 'other', 'third'] as const;

/** Buttons that a toast must not cover. */
const pressable = '[data-primary], [type="submit"]';
/** Margin around a button in pixels, more than a toast moves while it enters. */
const around = 6;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Move a new toast to a corner in which it covers no main button, or leave it if all corners have
 * one.
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
