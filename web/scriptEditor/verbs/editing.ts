import type { ElementType } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { typeAfter } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ReadableStore } from '#web/lib/store.ts';
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
  /** Type of the bottom input while the caret is there. */
  lineBelow: ReadableStore<ElementType | null>;
  pages: ScriptPages;
  focus: ElementFocus;
  selecting: EditorSelection;
  adds: Adding;
  going: ScriptNavigation;
}

/** Create the commands that open and leave lines, and undo and redo. */
export function createEditing(input: EditingInput) {
  const { changes, filtering, writing, lineBelow, pages, focus, selecting, adds, going } = input;
  const { idOf } = changes.outbox;
  const find = (id: number | null) =>
    changes.elements().find((each) => id !== null && each.id === idOf(id)) ?? null;
  const edit = (element: Element, selection: FirstSelection, group: string | null = null) => {
    focus.setCurrentId(element.id);
    writing.open(element, selection, group);
  };
  const goBack = (direction: 'undo' | 'redo') => {
    const live = writing.line.get();
    const isInText = live !== null || lineBelow.get() !== null || selecting.selection.get() !== null;
    // Typed text is stored first, so that its last word is the first step. Text of the bottom input
    // becomes a line of the page.
    writing.save();
    const before = changes.elements();
    const id = direction === 'undo' ? changes.undo() : changes.redo();
    if (id === null && live) {
      const element = find(live.id);
      if (element) edit(element, Math.min(live.text.text.length, plainText(element.content).length));
      return;
    }
    selecting.clear();
    // The filter may hide the undone change.
    if (id !== null && isFiltered(filtering.filter.get()) && pages.indexOf(id) < 0) filtering.clear();
    const element = find(id);
    const former = before.find((each) => each.id === id);
    // While writing, the caret goes to the change.
    if (isInText && element)
      edit(element, offsetBehindChange(plainText(former?.content ?? ''), plainText(element.content)));
    else going.focusOn(id);
  };
  return {
    /** Put the caret into an element. */
    edit,
    /** Edit an element with Save and Cancel (decision OQ-121). */
    editExplicitly(element: Element) {
      edit(element, plainText(element.content).length);
      writing.makeExplicit();
    },
    undo: () => goBack('undo'),
    redo: () => goBack('redo'),
    /**
     * Store the text of the active line. The caret stays in it; an explicit edit ends, and its
     * element is focused. A text in conflict is decided about now.
     */
    save() {
      const live = writing.any.get();
      if (!live?.explicitBase && !live?.isInConflict) return writing.flush();
      if (isEmptied(live)) return going.leaveEmptied(live.id, writing.save);
      const id = writing.save();
      if (!live.isBelow) going.focusOn(id);
    },
    /**
     * Restore the text from before an explicit edit. The focus goes to its element. A cut text is
     * not restored, because it would be there twice after the paste.
     */
    cancel() {
      const live = writing.line.get();
      if (live?.isCut && isEmptied(live)) return going.leaveEmptied(live.id, writing.save);
      writing.cancel();
      if (live) going.focusOn(live.id);
    },
    /**
     * Leave the line for keyboard mode and keep its text. The focus goes to its element, or to the
     * one before an empty line.
     */
    leave() {
      const live = writing.line.get();
      if (!live) return;
      if (isEmptied(live)) going.leaveEmptied(live.id, writing.save);
      else going.focusOn(writing.save() ?? (live.base === null ? live.afterId : live.id));
    },
    /** The caret enters the bottom input: store the open line and clear the selection. */
    enterBelow() {
      selecting.clear();
      if (writing.line.get()) writing.save();
    },
    addBelow(element: Element) {
      const { elementKeys, afterDialogue } = currentPreferences();
      writing.openNew(element.id, typeAfter(element.elementType, afterDialogue, elementKeys));
    },
    insertBelow(element: Element, type: ElementType) {
      const made = find(adds.insertAfter(element.id, type));
      if (made) edit(made, 'all');
    },
  };
}

/** Return the offset in `after` behind the part that differs from `before`. */
function offsetBehindChange(before: string, after: string): number {
  const max = Math.min(before.length, after.length);
  let head = 0;
  while (head < max && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < max - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return after.length - tail;
}

export type ScriptEditing = ReturnType<typeof createEditing>;
