import type { ActiveLineEditor } from './activeLineEditor.ts';

/** Delays of saving a line that is being written (decision OQ-120), in milliseconds. */
const afterLastLetterMs = 1000;
const afterFirstLetterMs = 5000;

/**
 * Save the line while it is written: 1 s after its last letter, and at the latest 5 s after its
 * first unsaved one. A composition by an input method is not interrupted. Returns a function that
 * stops it.
 */
export function autosaveLine(writing: ActiveLineEditor, isComposing: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt: number | null = null;
  const save = () => {
    timer = undefined;
    if (isComposing()) timer = setTimeout(save, afterLastLetterMs);
    else writing.flush();
  };
  const unwatch = writing.watch(() => {
    clearTimeout(timer);
    timer = undefined;
    if (!writing.isUnsaved.get()) {
      dueAt = null;
      return;
    }
    const now = performance.now();
    dueAt ??= now + afterFirstLetterMs;
    timer = setTimeout(save, Math.max(0, Math.min(afterLastLetterMs, dueAt - now)));
  });
  return () => {
    clearTimeout(timer);
    unwatch();
  };
}
