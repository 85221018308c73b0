/** What is written or chosen in; the first of them is what most dialogs were opened for. */
const fields = 'input, select, textarea, [contenteditable], [role=slider], [role=tab][aria-selected=true]';

/**
 * For onOpenAutoFocus of a dialog in which nothing asks for the focus itself: its first field has it, or else its
 * heading, so that it is read from the start. Never the button that closes it, which happens to come first. What is
 * marked with data-first-focus comes before both: over another dialog, autoFocus is lost to that dialog's focus trap.
 */
export function openFocus(event: Event): void {
  event.preventDefault();
  const { target } = event;
  if (!(target instanceof HTMLElement)) return;
  const marked = target.querySelector<HTMLElement>('[data-first-focus]:enabled');
  if (marked) {
    marked.focus();
    return;
  }
  const isFree = (field: Element) => !field.matches(':disabled, [type=hidden], [tabindex="-1"]');
  const field = [...target.querySelectorAll<HTMLElement>(fields)].find(isFree);
  (field ?? target.querySelector<HTMLElement>('h2'))?.focus();
}
