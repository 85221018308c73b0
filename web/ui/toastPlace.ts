/**
 * Corners of the viewport, the default first (docs/spec/application.md); Toaster.module.css
 * positions them.
 */
const places = ['usual', 'other', 'third'] as const;

/** Buttons that a toast must not cover if any corner has none. */
const mainButtons = '[data-primary], [data-uncovered], [type="submit"]';
/** Controls that it should not cover either, the line that is being written among them. */
const controls = 'button, a[href], input, select, textarea, [role="button"], [contenteditable="true"]';
/** Margin around a control in pixels, more than a toast moves while it enters. */
const around = 6;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Position a toast off buttons, also those that appear after it. A ref; returns its clean-up. */
export function positionToast(toast: HTMLElement | null): (() => void) | undefined {
  if (!toast) return undefined;
  chooseCorner(toast);
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(hasMainButton))) chooseCorner(toast);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function hasMainButton(node: Node): boolean {
  return node instanceof Element && (node.matches(mainButtons) || node.querySelector(mainButtons) !== null);
}

/**
 * Move a toast to the corner in which it covers no main button and the fewest other controls, the
 * default one if several are equal.
 */
function chooseCorner(toast: HTMLElement): void {
  const viewport = toast.parentElement;
  if (!viewport) return;
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .filter((control) => !toast.contains(control) && !control.closest('[aria-hidden="true"], [inert]'))
      .map((control) => control.getBoundingClientRect());
  const [main, others] = [boxesOf(mainButtons), boxesOf(controls)];
  const costs = places.map((place) => {
    viewport.dataset.place = place;
    const box = toast.getBoundingClientRect();
    const countOf = (boxes: readonly Box[]) => boxes.filter((control) => isOver(box, control)).length;
    return countOf(main) * 1000 + countOf(others);
  });
  viewport.dataset.place = places[costs.indexOf(Math.min(...costs))] ?? places[0];
}

function isOver(toast: Box, control: Box): boolean {
  return (
    control.right > control.left &&
    toast.left < control.right + around &&
    toast.right > control.left - around &&
    toast.top < control.bottom + around &&
    toast.bottom > control.top - around
  );
}
