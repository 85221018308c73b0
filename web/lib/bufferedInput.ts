/** A key or a click on the first sheet of a script, before the editor was there; public/theme.js keeps them. */
export type BufferedInput =
  | { type: 'click'; clientX: number; clientY: number }
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
    earlyInput?: { kept: BufferedInput[]; stop: () => void };
  }
}

/** The oldest that nobody has played yet; null: there is none, and from now on the editor hears all itself. */
export function takeBufferedInput(): BufferedInput | null {
  const { earlyInput } = window;
  const next = earlyInput?.kept.shift() ?? null;
  if (!next) earlyInput?.stop();
  return next;
}
