import { createContext, type ReactNode, use } from 'react';
import type { ExportFormat } from '#screenplay/exportFormats.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ReadableStore, Store } from '#web/lib/store.ts';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import type { ScriptEditor } from '#web/scriptEditor/scriptEditor.ts';
import type { Measures } from '#web/scriptEditor/sheet/measures.ts';
import type { Command } from './state/command.ts';
import type { ElementAudio } from './state/elementAudio.ts';
import type { ScriptPanels } from './state/panels.ts';

/** The script editor with what the screen around it adds: panels, audio, dialogs and commands. */
export interface ScriptScreenState extends ScriptEditor {
  panels: ScriptPanels;
  audio: ElementAudio;
  /** The element whose audio is open in the studio. */
  studioId: Store<number | null>;
  /** The element that the deletion dialog asks about. */
  deleting: Store<{ element: Element; index: number } | null>;
  /** The dialog that is open over the screen. */
  open: Store<ScriptWindow | null>;
  /** Elements that others changed since the user's last visit; null if there are none. */
  changesSinceVisit: Store<ChangesSinceVisit | null>;
  /** Misspelled words near the viewport, without those of the active line. */
  misspelled: Store<readonly Mark[]>;
  /** Null until the dictionary of the script's language is loaded. */
  spelling: Store<SpellingCommands | null>;
  /** Everything but the page is faded out. */
  focusMode: Store<boolean>;
  commands: ReadableStore<readonly Command[]>;
  /** Calls to the server that do not change the script. */
  calls: { current: EditorCalls | null };
}

/** Pieces of the pages near the viewport, with their positions among all sheets. */
export interface VisiblePages {
  pieces: readonly {
    element: Element;
    page: number;
    topPx: number;
    abovePx: number;
    lines: readonly unknown[];
  }[];
  measures: Measures;
}

export interface ChangesSinceVisit {
  /** Renders the marks in the margin of pages. */
  marks: (pages: VisiblePages) => ReactNode;
  /** Goes to the next changed element after the current one; after the last one, to the first. */
  goToNext: () => void;
}

export interface SpellingCommands {
  /** Renders the items of a menu for the misspelled word at the caret. */
  items: (onChoose: (run: () => void) => void) => ReactNode;
  /** Goes to the next misspelled word after the caret; after the last one, to the first. */
  goToNext: () => void;
}

export type ScriptWindow =
  | 'palette'
  | 'page'
  | 'keys'
  | 'preferences'
  | 'compare'
  | 'reports'
  | 'settings'
  | 'production'
  | 'print'
  | 'issues';

export interface EditorCalls {
  exportScript: (format: ExportFormat) => void;
  showSceneNumbers: (areShown: boolean) => void;
}

export const ScriptScreenContext = createContext<ScriptScreenState | null>(null);

/** Return the script screen around a component. */
export function useScriptScreen(): ScriptScreenState {
  const screen = use(ScriptScreenContext);
  if (!screen) throw new Error('useScriptScreen() was called outside ScriptScreenContext');
  return screen;
}
