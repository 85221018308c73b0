import { createContext, use } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Store, Watched } from '#web/lib/store.ts';
import type { Adding } from '../adding/adding.ts';
import type { ElementAudio } from '../audio/elementAudio.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import type { ScriptEditing } from '../editing/editing.ts';
import type { Formatting } from '../editing/formatting.ts';
import type { Writing } from '../editing/writing.ts';
import type { WritingKeys } from '../editing/writingKeys.ts';
import type { Filtering } from '../filter/filtering.ts';
import type { FindingOnDesk } from '../find/finding.ts';
import type { Command } from '../palette/results.ts';
import type { ScriptPanels } from '../panel/panels.ts';
import type { Pasting } from '../paste/pasting.ts';
import type { SelectionOnDesk } from '../selection/selecting.ts';
import type { CaretOffset } from './caretOffset.ts';
import type { CurrentPlace } from './currentPlace.ts';
import type { ElementFocus } from './elementFocus.ts';
import type { GivenProject } from './given.ts';
import type { Going } from './going.ts';
import type { DeskNodes } from './nodes.ts';
import type { ScriptPages } from './pagesStore.ts';
import type { DeskView } from './useDeskView.ts';

/**
 * The script on the desk: one part for each thing that there is to know or to do, each with its own state. What shows
 * something watches the part that has it, so that a key draws little more than its letter.
 */
export interface ScriptDesk {
  nodes: DeskNodes;
  given: Store<GivenProject>;
  changes: ScriptChanges;
  /** What is drawn of the desk, by its size and how far it is scrolled. */
  view: Store<DeskView>;
  filtering: Filtering;
  /** The line being written. */
  writing: Writing;
  pages: ScriptPages;
  focus: ElementFocus;
  /** The caret, and what is selected. */
  selecting: SelectionOnDesk;
  /** Where the caret stands in the line being written. */
  caretOffset: CaretOffset;
  /** Type of the line below the script while the caret is there. */
  lineBelow: Store<ElementType | null>;
  current: CurrentPlace;
  going: Going;
  editing: ScriptEditing;
  formatting: Formatting;
  adds: Adding;
  keys: WritingKeys;
  panels: ScriptPanels;
  finding: FindingOnDesk;
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
  commands: Watched<readonly Command[]>;
  /** What the screen asks of the server beside the script. */
  calls: { current: DeskCalls | null };
}

export type ScriptWindow = 'palette' | 'page' | 'keys' | 'preferences' | 'reports' | 'settings';

export interface DeskCalls {
  exportScript: (format: 'pdf' | 'fdx' | 'fountain') => void;
  showSceneNumbers: (areShown: boolean) => void;
}

export const DeskContext = createContext<ScriptDesk | null>(null);

/** The desk that a part of the script screen stands on. */
export function useDesk(): ScriptDesk {
  const desk = use(DeskContext);
  if (!desk) throw new Error('There is no desk around this part of the screen');
  return desk;
}
