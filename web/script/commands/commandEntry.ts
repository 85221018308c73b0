import type { ScriptDesk } from '../desk/scriptDesk.ts';

/** Something the script screen can do. */
export interface CommandEntry {
  id: string;
  /** What menus and the palette call it. */
  label: string | ((desk: ScriptDesk) => string);
  run: (desk: ScriptDesk) => unknown;
  /** Whose it is; everybody's where it is absent. */
  for?: 'writers' | 'commenters';
  /** Whether there is such a thing in this project. */
  isOffered?: (desk: ScriptDesk) => boolean;
  /** The server does it: without a connection it cannot be done. */
  needsConnection?: true;
  /** Whether it can be done now; always where it is absent. */
  isEnabled?: (desk: ScriptDesk) => boolean;
}

export const hasCurrent = ({ current }: ScriptDesk) => current.element.get() !== null;
export const hasRows = ({ pages }: ScriptDesk) => pages.rows.get().length > 0;
