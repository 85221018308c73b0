/**
 * Run cut, copy or paste from a menu at the position of the keyboard. The browser copies; pasted
 * content is read and then passed on as a paste event. Reading takes time: `back` restores the
 * focus if it moved in the meantime. Returns false if the browser denies access.
 */
export async function runClipboardCommand(
  command: 'cut' | 'copy' | 'paste',
  back: () => void,
): Promise<boolean> {
  const focused = document.activeElement;
  if (command !== 'paste') return document.execCommand(command);
  try {
    const items = await navigator.clipboard.read();
    const data = new DataTransfer();
    for (const item of items)
      for (const type of ['text/plain', 'text/html'])
        if (item.types.includes(type)) data.setData(type, await (await item.getType(type)).text());
    // The line may have been stored since the menu was opened. Then an element has the focus, which
    // takes no text.
    if (document.activeElement !== focused || focused?.closest('[data-element]')) {
      back();
      // Wait until the field is rendered.
      await new Promise((resolve) => setTimeout(resolve));
    }
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    return true;
  } catch {
    return false; // denied, or not supported by this browser
  }
}
