/** A key or a click on the first sheet of a script, before the editor was there; public/theme.js keeps them. */
export type EarlyInput =
  | { is: 'click'; clientX: number; clientY: number }
  | {
      is: 'key';
      key: string;
      code: string;
      ctrlKey: boolean;
      metaKey: boolean;
      altKey: boolean;
      shiftKey: boolean;
    };

declare global {
  interface Window {
    earlyInput?: { kept: EarlyInput[]; stop: () => void };
  }
}

/** The oldest that nobody has played yet; null: there is none, and from now on the editor hears all itself. */
export function takeEarlyInput(): EarlyInput | null {
  const { earlyInput } = window;
  const next = earlyInput?.kept.shift() ?? null;
  if (!next) earlyInput?.stop();
  return next;
}
