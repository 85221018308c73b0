import { useEffect } from 'react';
import { type BufferedInput, takeBufferedInput } from '#web/lib/bufferedInput.ts';
import type { ScriptEditor } from '../scriptEditor.ts';
import { pressNatively } from './pressNatively.ts';

/**
 * Replay keys, clicks and pastes on the server-rendered first page once the editor is rendered,
 * with the caret where the script opens.
 */
export function useReplayBufferedInput(arrival: ScriptEditor['arrival']): void {
  useEffect(() => {
    // In an empty script the bottom input takes the focus when it is rendered.
    const frame = requestAnimationFrame(() => void replayAll(arrival.current));
    return () => cancelAnimationFrame(frame);
  }, [arrival]);
}

async function replayAll(arrival: Promise<void>): Promise<void> {
  await arrival.catch(() => {});
  for (let input = takeBufferedInput(); input; input = takeBufferedInput()) {
    replay(input);
    // Render the effect of each key or click before the next one: a click opens a field and sets
    // its caret.
    if (input.type === 'click') await drawnFrames();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Wait two frames, after which the effects of a click are rendered. */
async function drawnFrames(): Promise<void> {
  for (let left = 2; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve));
}

function replay(input: BufferedInput): void {
  const { earlyInput } = window;
  if (earlyInput) earlyInput.isReplaying = true;
  try {
    if (input.type === 'click') click(input);
    else if (input.type === 'paste') paste(input);
    else press(input);
  } finally {
    if (earlyInput) earlyInput.isReplaying = false;
  }
}

/** Click like a mouse. The sheets are at the position of the first page. */
function click({ clientX, clientY }: { clientX: number; clientY: number }): void {
  const target = document.elementFromPoint(clientX, clientY);
  const init = { clientX, clientY, detail: 1, bubbles: true, cancelable: true, view: window };
  target?.dispatchEvent(new MouseEvent('mousedown', { ...init, buttons: 1 }));
  for (const type of ['mouseup', 'click'] as const) target?.dispatchEvent(new MouseEvent(type, init));
}

/** Paste what the clipboard had when the user pasted. */
function paste({ texts }: BufferedInput & { type: 'paste' }): void {
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
  const target = document.activeElement ?? document.body;
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  const isOurs = !target.dispatchEvent(event);
  if (!isOurs && isEditable(target)) document.execCommand('insertText', false, texts['text/plain'] ?? '');
}

/** Press a key. If nothing handles it, do in a text field what a browser does. */
function press({ type: _, ...keys }: BufferedInput & { type: 'key' }): void {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true });
  const isOurs = !target.dispatchEvent(event);
  if (!isOurs && isEditable(target)) pressNatively(keys);
}

function isEditable(target: Element): boolean {
  return target instanceof HTMLElement && target.isContentEditable;
}
