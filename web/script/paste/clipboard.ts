/**
 * Cut, copy and paste as a menu does them, where the keyboard is. Copying is the browser's; what is pasted is read and
 * then handed over as if it had been pasted with the key. False where the browser refuses.
 */
export async function clip(does: 'cut' | 'copy' | 'paste'): Promise<boolean> {
  const target = document.activeElement;
  if (does !== 'paste') return document.execCommand(does);
  try {
    const items = await navigator.clipboard.read();
    const data = new DataTransfer();
    for (const item of items)
      for (const type of ['text/plain', 'text/html'])
        if (item.types.includes(type)) data.setData(type, await (await item.getType(type)).text());
    target?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    return true;
  } catch {
    return false; // not allowed, or this browser has no such call
  }
}
