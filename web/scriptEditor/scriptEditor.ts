import { createContext, use } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import type { Store } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { ActiveLineEditor } from './line/activeLineEditor.ts';
import type { CaretOffset } from './line/caretOffset.ts';
import type { EditorViewport } from './pages/editorViewport.ts';
import type { ElementFocus } from './pages/elementFocus.ts';
import type { VerticalRange } from './pages/hover.ts';
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
 * The script editor: one store or set of operations for each concern. A component subscribes only
 * to the stores that it shows, so that a keystroke re-renders little more than its line.
 */
export interface ScriptEditor {
  nodes: EditorNodes;
  given: Store<ProjectContext>;
  sync: ScriptSync;
  /** Size and scroll position of the editor, which decide which sheets are rendered. */
  view: Store<EditorViewport>;
  /**
   * Exact scroll position as of the last scroll event; `view` has it in steps. Reading it from the
   * node forces a layout.
   */
  scrollPx: Store<number>;
  filtering: Filtering;
  /** The active line. */
  writing: ActiveLineEditor;
  pages: ScriptPages;
  focus: ElementFocus;
  /** The caret and the selection. */
  selecting: EditorSelection;
  /** The caret's offset in the active line. */
  caretOffset: CaretOffset;
  /** Type of the bottom input while the caret is there. */
  lineBelow: Store<ElementType | null>;
  current: CurrentPlace;
  going: ScriptNavigation;
  /** Resolves when the caret is where the script opens. Buffered input waits for it. */
  arrival: { current: Promise<void> };
  editing: ScriptEditing;
  formatting: Formatting;
  adds: Adding;
  keys: WritingKeys;
  finding: EditorFinding;
  pasting: Pasting;
  /** Heights that the tools take in the left margin, where they cover no names; null for none. */
  marginTools: Store<VerticalRange | null>;
}

export const ScriptEditorContext = createContext<ScriptEditor | null>(null);

/** Return the script editor around a component. */
export function useScriptEditor(): ScriptEditor {
  const editor = use(ScriptEditorContext);
  if (!editor) throw new Error('useScriptEditor() was called outside ScriptEditorContext');
  return editor;
}
