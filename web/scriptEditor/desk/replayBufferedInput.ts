import { useEffect } from 'react';
import { type BufferedInput, takeBufferedInput } from '#web/lib/bufferedInput.ts';

/** Plays what was typed and clicked on the first sheet once the pages are drawn in its place. */
export function useReplayBufferedInput(): void {
  useEffect(() => {
    // The line below an empty script takes the keyboard when it is drawn.
    const frame = requestAnimationFrame(() => void playAll());
    return () => cancelAnimationFrame(frame);
  }, []);
}

async function playAll(): Promise<void> {
  for (let input = takeBufferedInput(); input; input = takeBufferedInput()) {
    play(input);
    // What a key or a click leads to is drawn before the next: a click opens a field, and puts the caret into it.
    if (input.type === 'click') await drawnFrames();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Two, after which all that a click has led to is there. */
async function drawnFrames(): Promise<void> {
  for (let left = 2; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve));
}

function play(input: BufferedInput): void {
  if (input.type === 'click') click(input);
  else press(input);
}

/** As a mouse does it: the sheets stand where the first sheet stood. */
function click({ clientX, clientY }: { clientX: number; clientY: number }): void {
  const target = document.elementFromPoint(clientX, clientY);
  const init = { clientX, clientY, detail: 1, bubbles: true, cancelable: true, view: window };
  target?.dispatchEvent(new MouseEvent('mousedown', { ...init, buttons: 1 }));
  for (const type of ['mouseup', 'click'] as const) target?.dispatchEvent(new MouseEvent(type, init));
}

/** A key that nobody has a use for writes its letter, where letters are written. */
function press({ type: _, ...keys }: BufferedInput & { type: 'key' }): void {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true });
  const isOurs = !target.dispatchEvent(event);
  if (isOurs || !(target instanceof HTMLElement) || !target.isContentEditable) return;
  if (keys.key === 'Backspace') document.execCommand('delete');
  else if (keys.key.length === 1 && keys.ctrlKey === keys.metaKey)
    document.execCommand('insertText', false, keys.key);
}
