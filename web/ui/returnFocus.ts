/** What had the focus last outside of dialogs; for a menu, the button it belongs to. */
let opener: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const button = document.getElementById(
    target.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '',
  );
  const place = button ?? target;
  if (!place.closest('[role=dialog], [role=alertdialog]')) opener = place;
});

/**
 * For onCloseAutoFocus of a dialog that has no trigger of its own: the focus goes back to where it was, also when
 * a menu opened the dialog, unless someone has given it a place already.
 */
export function returnFocus(event: Event): void {
  event.preventDefault();
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && opener?.isConnected) opener.focus();
}
