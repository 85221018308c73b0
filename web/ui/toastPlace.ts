/** Corners of the window, the usual one first (docs/spec/application.md); Toaster.module.css says where they are. */
const places = ['usual', 'other', 'third'] as const;

/** What somebody may be about to press. */
const pressable = '[data-primary], [type="submit"]';
/** Around a button, in pixels; a toast moves by less while it enters. */
const around = 6;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Puts a toast that has just come where it lies over no Save and no other main button; the usual place where all do. */
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
