/** Pasted or dropped content as text, and as HTML where the source has it ("" where not). */
export interface Clipboard {
  text: string;
  html: string;
}

/** Return what was copied or dragged, in the forms that a field takes. */
export function clipboardOf(data: DataTransfer): Clipboard {
  return { text: data.getData('text/plain'), html: data.getData('text/html') };
}
