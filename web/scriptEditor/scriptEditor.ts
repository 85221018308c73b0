import { createContext, use } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ReadableStore, Store } from '#web/lib/store.ts';
import type { Command } from '#web/script/palette/results.ts';
import type { ElementAudio } from '#web/script/state/elementAudio.ts';
import type { ScriptPanels } from '#web/script/state/panels.ts';
import type { ScriptChanges } from '#web/scriptSync/scriptSync.ts';
import type { ActiveLineEditor } from './line/activeLineEditor.ts';
import type { CaretOffset } from './line/caretOffset.ts';
import type { EditorViewport } from './pages/editorViewport.ts';
import type { ElementFocus } from './pages/elementFocus.ts';
import type { EditorNodes } from './pages/nodes.ts';
import type { ScriptPages } from './pages/pages.ts';
import type { ProjectContext } from './pages/projectContext.ts';
import type { Filtering } from './rows/filtering.ts';
import type { EditorSelection } from './selection/selecting.ts';
import type { Adding } from './verbs/adding.ts';
import type { CurrentPlace } from './verbs/currentPlace.ts';
import type { ScriptEditing } from './verbs/editing.ts';
import type { EditorFinding } from './verbs/finding.ts';
import type { Formatting } from './verbs/formatting.ts';
import type { ScriptNavigation } from './verbs/navigation.ts';
import type { Pasting } from './verbs/pasting.ts';
import type { WritingKeys } from './verbs/writingKeys.ts';

/**
 * The script on the desk: one part for each thing that there is to know or to do, each with its own state. What shows
 * something watches the part that has it, so that a key draws little more than its letter.
 */
export interface ScriptEditor {
  nodes: EditorNodes;
  given: Store<ProjectContext>;
  changes: ScriptChanges;
  /** What is drawn of the desk, by its size and how far it is scrolled. */
  view: Store<EditorViewport>;
  filtering: Filtering;
  /** The line being written. */
  writing: ActiveLineEditor;
  pages: ScriptPages;
  focus: ElementFocus;
  /** The caret, and what is selected. */
  selecting: EditorSelection;
  /** Where the caret stands in the line being written. */
  caretOffset: CaretOffset;
  /** Type of the line below the script while the caret is there. */
  lineBelow: Store<ElementType | null>;
  current: CurrentPlace;
  going: ScriptNavigation;
  editing: ScriptEditing;
  formatting: Formatting;
  adds: Adding;
  keys: WritingKeys;
  panels: ScriptPanels;
  finding: EditorFinding;
  pasting: Pasting;
  audio: ElementAudio;
  /** The element whose audio is open in the studio. */
  studioId: Store<number | null>;
  /** The element that is to be deleted, once the writer has said so. */
  deleting: Store<{ element: Element; index: number } | null>;
  /** The window that is open over the screen. */
  open: Store<ScriptWindow | null>;
  /** Everything but the page fades. */
  focusMode: Store<boolean>;
  commands: ReadableStore<readonly Command[]>;
  /** What the screen asks of the server beside the script. */
  calls: { current: EditorCalls | null };
}

export type ScriptWindow = 'palette' | 'page' | 'keys' | 'preferences' | 'reports' | 'settings';

export interface EditorCalls {
  exportScript: (format: 'pdf' | 'fdx' | 'fountain') => void;
  showSceneNumbers: (areShown: boolean) => void;
}

export const ScriptEditorContext = createContext<ScriptEditor | null>(null);

/** The desk that a part of the script screen stands on. */
export function useScriptEditor(): ScriptEditor {
  const desk = use(ScriptEditorContext);
  if (!desk) throw new Error('There is no desk around this part of the screen');
  return desk;
}
