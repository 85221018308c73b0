import { maxContentLength } from '#screenplay/limits.ts';
import type { PastedScript } from '#screenplay/pasted.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import type { Clipboard } from './clipboardOf.ts';
import { fragmentFromHtml } from './copied.ts';

const reader = createLazyModule(() => import('./pastedElements.ts').then((file) => file.parsePastedElements));

/** Load the code that reads pasted text. */
export async function loadPasteReader(): Promise<void> {
  await reader.load();
}

/** Whether loading has failed for the paste that runs, which then becomes text of one line. */
let isUnavailable = false;

/**
 * Return true if the reader is not loaded and content of another program may be more than a part of
 * a line. `again` is called when it is loaded, or has failed to load.
 */
export function waitsForReader({ text, html }: Clipboard, again: () => void): boolean {
  if (reader.loaded() || isUnavailable) return false;
  const isOneLine = text !== '' && !text.includes('\n') && text.length <= maxContentLength;
  if (isOneLine || (text === '' && html === '')) return false;
  if (fragmentFromHtml(html)) return false;
  const repeat = (hasFailed: boolean) => {
    isUnavailable = hasFailed;
    again();
    isUnavailable = false;
  };
  reader.load().then(
    () => repeat(false),
    () => repeat(true),
  );
  return true;
}

/** Parse pasted content; null if it is part of one element, or cannot be read. */
export function readPasted(clipboard: Clipboard): PastedScript | null {
  return reader.loaded()?.(clipboard) ?? null;
}

/** Paste at the caret of another field after the one that got the content has closed. */
export function pasteAtFocus({ text, html }: Clipboard): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  if (html !== '') clipboardData.setData('text/html', html);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}
