import { maxContentLength } from '#screenplay/limits.ts';
import type { PastedScript } from '#screenplay/pasted.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import type { Clipboard } from './clipboardOf.ts';
import { fragmentFromHtml } from './copied.ts';

const reader = createLazyModule(() => import('./pastedElements.ts').then((file) => file.parsePastedElements));

/** Load the code that reads pasted text. */
export async function loadPasteReader(): Promise<void> {
  await reader.load();
}

/**
 * Return true if the reader is not loaded and content of another program may be more than a part of
 * a line. `again` is called when it is loaded. It returns whether the content was pasted. A toast
 * reports content that was not.
 */
export function waitsForReader({ text, html }: Clipboard, again: () => boolean): boolean {
  if (reader.loaded()) return false;
  const isOneLine = text !== '' && !text.includes('\n') && text.length <= maxContentLength;
  if (isOneLine || (text === '' && html === '')) return false;
  if (fragmentFromHtml(html)) return false;
  reader.load().then(
    () => {
      if (!again()) toast(toastTexts.pasteFieldLeft);
    },
    () => void toast(toastTexts.pasteNotLoaded),
  );
  return true;
}

/** Parse pasted content; null if it is part of one element, or cannot be read. */
export function readPasted(clipboard: Clipboard): PastedScript | null {
  return reader.loaded()?.(clipboard) ?? null;
}

/**
 * Paste at the caret of another field of the script after the one that got the content has closed.
 * Return false if the focus is elsewhere: only these fields handle the event.
 */
export function pasteAtFocus({ text, html }: Clipboard): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  if (html !== '') clipboardData.setData('text/html', html);
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(paste);
  return paste.defaultPrevented;
}
