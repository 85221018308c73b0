import type { Chord } from '#web/scriptEditor/keys/shortcut.ts';

/** Action of the script screen, as the palette, the menus and the keys offer it. */
export interface Command {
  id: string;
  label: string;
  keys?: Chord;
  /** Heading in the palette while nothing is typed. */
  group: string;
  /** False: the command is not offered at the moment. */
  isEnabled?: boolean;
  run: () => void;
}
