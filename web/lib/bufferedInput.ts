/** A key, click or paste before the editor was ready; public/theme.js stores them. */
export type BufferedInput =
  | { type: 'click'; clientX: number; clientY: number }
  | { type: 'paste'; texts: Record<string, string> }
  | {
      type: 'key';
      key: string;
      code: string;
      ctrlKey: boolean;
      metaKey: boolean;
      altKey: boolean;
      shiftKey: boolean;
    };

declare global {
  interface Window {
    earlyInput?: {
      kept: BufferedInput[];
      /** Set while a buffered input is replayed, which is not to be buffered. */
      isReplaying: boolean;
      stop: () => void;
    };
  }
}

/** Return whether a click on the first page waits to be replayed at its position. */
export function hasBufferedClick(): boolean {
  return window.earlyInput?.kept.some(({ type }) => type === 'click') ?? false;
}

/**
 * Take the oldest one. Returns null if there is none; from then on the editor receives all input.
 */
export function takeBufferedInput(): BufferedInput | null {
  const { earlyInput } = window;
  const next = earlyInput?.kept.shift() ?? null;
  if (!next) earlyInput?.stop();
  return next;
}
