/** Selector of inputs; the first of them is the purpose of most dialogs. */
const fields = 'input, select, textarea, [contenteditable], [role=slider], [role=tab][aria-selected=true]';

/**
 * Focus the first field of a dialog without autofocus, otherwise its heading, so that it is read
 * from the start; never the close button, which comes first in the document. An element with
 * data-first-focus has priority over both: over another dialog, autoFocus is lost to that dialog's
 * focus trap. For onOpenAutoFocus.
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
