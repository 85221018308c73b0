import type { ElementType } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { typeAfter } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import type { FirstSelection } from '../field/liveText.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { ElementFocus } from '../pages/elementFocus.ts';
import type { ScriptPages } from '../pages/pages.ts';
import { currentPreferences } from '../preferences.ts';
import { isFiltered } from '../rows/filter.ts';
import type { Filtering } from '../rows/filtering.ts';
import type { EditorSelection } from '../selection/selecting.ts';
import type { Adding } from './adding.ts';
import type { ScriptNavigation } from './navigation.ts';

interface EditingInput {
  changes: ScriptSync;
  filtering: Filtering;
  writing: ActiveLineEditor;
  pages: ScriptPages;
  focus: ElementFocus;
  selecting: EditorSelection;
  adds: Adding;
  going: ScriptNavigation;
}

/** Create the commands that open and leave lines, and undo and redo. */
export function createEditing(input: EditingInput) {
  const { changes, filtering, writing, pages, focus, selecting, adds, going } = input;
  const { idOf } = changes.outbox;
  const find = (id: number | null) =>
    changes.elements().find((each) => id !== null && each.id === idOf(id)) ?? null;
  const edit = (element: Element, selection: FirstSelection, group: string | null = null) => {
    focus.setCurrentId(element.id);
    writing.open(element, selection, group);
  };
  const goBack = (step: () => number | null) => {
    const isInText = writing.line.get() !== null || selecting.selection.get() !== null;
    selecting.clear();
    if (writing.line.get()) writing.save();
    const id = step();
    // The filter may hide the undone change.
    if (id !== null && isFiltered(filtering.filter.get()) && pages.indexOf(id) < 0) filtering.clear();
    const element = find(id);
    // While writing, the caret goes to the change.
    if (isInText && element) edit(element, plainText(element.content).length);
    else going.focusOn(id);
  };
  return {
    /** Put the caret into an element. */
    edit,
    undo: () => goBack(changes.undo),
    redo: () => goBack(changes.redo),
    /**
     * Store the active line. The focus goes to its element, unless the line is below the script.
     */
    save() {
      const live = writing.line.get();
      if (live && isEmptied(live)) return going.leaveEmptied(live.id, writing.save);
      const id = writing.save();
      if (live) going.focusOn(id);
    },
    /**
     * Discard the text of the line. The focus goes to its element, or to the one before. A cut text
     * is not restored, because it would be there twice after the paste.
     */
    cancel() {
      const live = writing.line.get();
      if (live?.isCut && isEmptied(live)) return going.leaveEmptied(live.id, writing.save);
      writing.cancel();
      if (live) going.focusOn(live.base === null ? live.afterId : live.id);
    },
    /** The caret enters the bottom input: store the open line and clear the selection. */
    enterBelow() {
      selecting.clear();
      if (writing.line.get()) writing.save();
    },
    addBelow(element: Element) {
      writing.openNew(element.id, typeAfter(element.elementType, currentPreferences().afterDialogue));
    },
    insertBelow(element: Element, type: ElementType) {
      const made = find(adds.insertAfter(element.id, type));
      if (made) edit(made, 'all');
    },
  };
}

export type ScriptEditing = ReturnType<typeof createEditing>;
