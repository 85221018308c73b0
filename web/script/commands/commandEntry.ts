import type { ScriptScreenState } from '../scriptScreen.ts';

/** Definition of a command of the script screen. */
export interface CommandEntry {
  id: string;
  /** Label in menus and in the palette. */
  label: string | ((desk: ScriptScreenState) => string);
  run: (desk: ScriptScreenState) => unknown;
  /** Required permission; default none. */
  for?: 'writers' | 'commenters';
  /** Whether the project offers it. */
  isOffered?: (desk: ScriptScreenState) => boolean;
  /** The server runs it, so it requires a connection. */
  needsConnection?: true;
  /** Whether it is possible now; default always. */
  isEnabled?: (desk: ScriptScreenState) => boolean;
}

export const hasCurrent = ({ current }: ScriptScreenState) => current.element.get() !== null;
export const hasRows = ({ pages }: ScriptScreenState) => pages.rows.get().length > 0;
