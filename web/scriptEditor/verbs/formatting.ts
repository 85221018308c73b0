import { toggleDual } from '#screenplay/dual.ts';
import type { ElementType } from '#screenplay/element.ts';
import { isUpperCased } from '#screenplay/elementTypes/table.ts';
import type { LetterCase } from '#screenplay/selectionFormat.ts';
import type { Style } from '#screenplay/styled.ts';
import type { Element } from '#shared/contract/elements.ts';
import { derived } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import { caseField } from '../field/caseField.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import type { ScriptPages } from '../pages/pages.ts';
import type { EditorSelection } from '../selection/selecting.ts';
import type { CurrentPlace } from './currentPlace.ts';
import type { ScriptEditing } from './editing.ts';
import { elementChanges } from './elementChanges.ts';

interface FormattingInput {
  nodes: EditorNodes;
  changes: ScriptSync;
  writing: ActiveLineEditor;
  pages: ScriptPages;
  selecting: EditorSelection;
  current: CurrentPlace;
  editing: ScriptEditing;
}

/** Create the commands for the appearance of the selection, the line or the element. */
export function createFormatting(input: FormattingInput) {
  const { nodes, changes, writing, pages, selecting, current, editing } = input;
  const { idOf } = changes.outbox;
  /** Edit the current element. The active line is stored first and stays open. */
  const changeCurrent = (make: (element: Element, index: number, list: Element[]) => void) => {
    const live = writing.line.get();
    const range = nodes.field.current?.selection();
    const currentId = live?.id ?? current.element.get()?.id;
    // Storing an emptied line would delete it.
    if (live && isEmptied(live)) return;
    if (live) writing.save();
    const list = changes.elements();
    const index = list.findIndex((each) => currentId !== undefined && each.id === idOf(currentId));
    const element = list[index];
    if (!element) return;
    make(element, index, list);
    const now = changes.elements().find((each) => each.id === element.id);
    if (live && now) editing.edit(now, range ?? now.content.length);
  };
  const ofCurrent = elementChanges(changes, changeCurrent);
  const field = () => (writing.below.get() ? nodes.bottomInput : nodes.field).current;
  return {
    setType(type: ElementType) {
      if (selecting.setType(type)) return;
      if (writing.line.get()) writing.setType(type);
      else ofCurrent.toType(type);
    },
    toggleStyle: (style: Style) => selecting.toggleStyle(style) || field()?.toggle(style),
    /** Change the case of the selection, or of the whole line. */
    setCase(letters: LetterCase) {
      const line = writing.any.get();
      if (selecting.setCase(letters) || !line) return;
      const written = field();
      // Capitals of a heading are a style, which no letters change.
      if (written && !isUpperCased(line.type)) caseField(written, line.text, letters);
    },
    toggleDual: () => selecting.toggleDual() || ofCurrent.toggleDual(),
    canBeDual: derived(
      [pages.rows, current.index],
      (rows, index) => rows[index] !== undefined && toggleDual(rows, index) !== null,
    ),
    toggleCentred: ofCurrent.toggleCentred,
    togglePageBreak: ofCurrent.togglePageBreak,
  };
}

export type Formatting = ReturnType<typeof createFormatting>;
