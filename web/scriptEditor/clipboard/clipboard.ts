/**
 * Cut, copy and paste as a menu does them, where the keyboard is. Copying is the browser's; what is pasted is read and
 * then handed over as if it had been pasted with the key. Reading takes a while: `back` gives the keyboard to the same
 * place where it has left that meanwhile. False where the browser refuses.
 */
export async function runClipboardCommand(
  command: 'cut' | 'copy' | 'paste',
  back: () => void,
): Promise<boolean> {
  const wanted = document.activeElement;
  if (command !== 'paste') return document.execCommand(command);
  try {
    const items = await navigator.clipboard.read();
    const data = new DataTransfer();
    for (const item of items)
      for (const type of ['text/plain', 'text/html'])
        if (item.types.includes(type)) data.setData(type, await (await item.getType(type)).text());
    // The line may have been stored since the menu was opened: then an element has the keyboard, which takes no words.
    if (document.activeElement !== wanted || wanted?.closest('[data-element]')) {
      back();
      // The field is there when it is drawn.
      await new Promise((resolve) => setTimeout(resolve));
    }
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    return true;
  } catch {
    return false; // not allowed, or this browser has no such call
  }
}
