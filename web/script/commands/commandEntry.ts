import type { ScriptScreenState } from '../scriptScreen.ts';

/** Something the script screen can do. */
export interface CommandEntry {
  id: string;
  /** What menus and the palette call it. */
  label: string | ((desk: ScriptScreenState) => string);
  run: (desk: ScriptScreenState) => unknown;
  /** Whose it is; everybody's where it is absent. */
  for?: 'writers' | 'commenters';
  /** Whether there is such a thing in this project. */
  isOffered?: (desk: ScriptScreenState) => boolean;
  /** The server does it: without a connection it cannot be done. */
  needsConnection?: true;
  /** Whether it can be done now; always where it is absent. */
  isEnabled?: (desk: ScriptScreenState) => boolean;
}

export const hasCurrent = ({ current }: ScriptScreenState) => current.element.get() !== null;
export const hasRows = ({ pages }: ScriptScreenState) => pages.rows.get().length > 0;
