/** The element on the page itself that had the focus last (pageFocus). */
let opener: HTMLElement | null = null;

/**
 * The ancestors of the opener that are list items or empty pages, and its index in the list,
 * otherwise -1.
 */
let around: Element[] = [];
let placeInList = -1;

/** Element that had the focus last in each modal dialog, for a question that was opened over it. */
const lastInDialog = new WeakMap<Element, HTMLElement>();
const modal = '[aria-modal="true"]';

// The build of the landing page renders menus without a document.
globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const dialog = target.closest(modal);
  if (dialog) lastInDialog.set(dialog, target);
  const place = pageFocus(target);
  // A menu whose button was pressed without taking the focus returns the focus to the field.
  if (!place || (target !== place && writingField(opener))) return;
  opener = place;
  const item = place.closest('li, [data-empty]');
  placeInList = item?.matches('li') ? [...(item.parentElement?.children ?? [])].indexOf(item) : -1;
  around = [];
  for (let each = item?.parentElement; each; each = each.parentElement) around.push(each);
});

/** Return the element if it is a field in which text is written on a page. */
export function writingField(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement && element.isContentEditable && element.isConnected ? element : null;
}

/**
 * Return the focus to the field in which text was written before a menu opened, without one to the
 * button of the menu. If a command has moved the focus, it stays there, as does what is typed next.
 */
export function returnToField(event: Event): void {
  const { activeElement } = document;
  const isInMenu = event.target instanceof Node && event.target.contains(activeElement);
  if (!isInMenu && activeElement !== null && activeElement !== document.body) {
    event.preventDefault();
    return;
  }
  const field = writingField(opener);
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
}

/**
 * Return the focused element on the page: for a menu its button. Return null inside a dialog over
 * the page and for a context menu: after these close, the page restores its earlier focus.
 */
export function pageFocus(target: HTMLElement): HTMLElement | null {
  const menu = target.closest('[role=menu]');
  if (!menu) return target.closest('[role=dialog], [role=alertdialog]') ? null : target;
  const button = document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return button && pageFocus(button);
}

/**
 * Restore the focus when a dialog without a trigger closes, also when a menu opened it, unless the
 * focus was set already. If its list item was deleted, focus the item in its place; if an empty
 * page got its first item, the page's first button. Over another dialog, focus inside that one. For
 * onCloseAutoFocus.
 */
export function returnFocus(event: Event): void {
  event.preventDefault();
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (!isLost) return;
  const below = [...document.querySelectorAll(modal)].filter((each) => each !== event.target).at(-1);
  (below ? placeIn(below) : opener?.isConnected ? opener : placeAfter())?.focus();
}

/** Return the last focused element of that dialog, or its heading if that element was removed. */
function placeIn(dialog: Element): HTMLElement | null {
  const last = lastInDialog.get(dialog);
  return last?.isConnected ? last : dialog.querySelector<HTMLElement>('h2');
}

function placeAfter(): HTMLElement | null {
  const [list] = around;
  const rest = around.find(({ isConnected }) => isConnected);
  if (!list || !rest) return null;
  const next =
    rest === list && placeInList >= 0 ? (list.children[placeInList] ?? list.lastElementChild) : null;
  const isMenu = opener?.hasAttribute('aria-haspopup') ?? false;
  return (
    (isMenu ? next?.querySelector<HTMLElement>('[aria-haspopup]') : null) ??
    (next ?? rest).querySelector<HTMLElement>('button:enabled, a[href]')
  );
}
