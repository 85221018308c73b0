/** What had the focus last on the page itself (pageFocus). */
let opener: HTMLElement | null = null;

/** Where that stood, in an item of a list or in an empty page: what is around that, and its place in the list, else -1. */
let around: Element[] = [];
let placeInList = -1;

/** Element that had the focus last in each modal dialog, for a question that was opened over it. */
const lastInDialog = new WeakMap<Element, HTMLElement>();
const modal = '[aria-modal="true"]';

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const dialog = target.closest(modal);
  if (dialog) lastInDialog.set(dialog, target);
  const place = pageFocus(target);
  if (!place) return;
  opener = place;
  const item = place.closest('li, [data-empty]');
  placeInList = item?.matches('li') ? [...(item.parentElement?.children ?? [])].indexOf(item) : -1;
  around = [];
  for (let each = item?.parentElement; each; each = each.parentElement) around.push(each);
});

/**
 * What has the focus on the page: for a menu the button it belongs to. Null for what is in a dialog over the page, and for a
 * menu that was opened at a point of it: when these are gone, the page has the focus where it had it before.
 */
export function pageFocus(target: HTMLElement): HTMLElement | null {
  const menu = target.closest('[role=menu]');
  if (!menu) return target.closest('[role=dialog], [role=alertdialog]') ? null : target;
  const button = document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return button && pageFocus(button);
}

/**
 * For onCloseAutoFocus of a dialog that has no trigger of its own: the focus goes back to where it was, also when
 * a menu opened the dialog, unless someone has given it a place already. Where its item of a list was deleted, it goes
 * to the item that has taken its place; where an empty page has got its first item, to the first button of the page.
 * Over another dialog, it goes back into that one.
 */
export function returnFocus(event: Event): void {
  event.preventDefault();
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (!isLost) return;
  const below = [...document.querySelectorAll(modal)].filter((each) => each !== event.target).at(-1);
  (below ? placeIn(below) : opener?.isConnected ? opener : placeAfter())?.focus();
}

/** Where the focus was in that dialog; its heading, if that element is gone. */
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
