import type { ScriptEditor } from '#web/scriptEditor/scriptEditor.ts';

/** Something the script screen can do. */
export interface CommandEntry {
  id: string;
  /** What menus and the palette call it. */
  label: string | ((desk: ScriptEditor) => string);
  run: (desk: ScriptEditor) => unknown;
  /** Whose it is; everybody's where it is absent. */
  for?: 'writers' | 'commenters';
  /** Whether there is such a thing in this project. */
  isOffered?: (desk: ScriptEditor) => boolean;
  /** The server does it: without a connection it cannot be done. */
  needsConnection?: true;
  /** Whether it can be done now; always where it is absent. */
  isEnabled?: (desk: ScriptEditor) => boolean;
}

export const hasCurrent = ({ current }: ScriptEditor) => current.element.get() !== null;
export const hasRows = ({ pages }: ScriptEditor) => pages.rows.get().length > 0;
