import type { Clipboard } from '../field/liveText.ts';

/** What was copied or dragged, in the forms that a field takes. */
export function clipboardOf(data: DataTransfer): Clipboard {
  return { text: data.getData('text/plain'), html: data.getData('text/html') };
}
