import type { ElementType } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { StyledText } from '#screenplay/emphasis.ts';
import { type Fragment, fragmentOf, insertFragment } from '#screenplay/fragment.ts';
import { copySelection, copyToEnd, moveSelection, moveToEnd, putWords } from '#screenplay/moveSelection.ts';
import {
  type Position,
  type ScriptSelection,
  type SelectionChange,
  type SelectionEdit,
  selectedParts,
  splitOver,
  textOfSelection,
  typeOver,
} from '#screenplay/selection.ts';
import {
  caseSelection,
  dualSelection,
  type LetterCase,
  styleSelection,
  typeSelection,
} from '#screenplay/selectionFormat.ts';
import type { Style } from '#screenplay/styled.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createCaretMoves } from './caretMoves.ts';
import { queueableEdits } from './queueableEdits.ts';
import { createSelectionState, type SelectionInput, type SelectionState } from './selectionState.ts';

/**
 * Create the caret and the selection of the script, and the commands on them. Each command is one
 * change with one undo step.
 */
export function createSelecting(input: SelectionInput) {
  const state = createSelectionState(input);
  return { ...state, ...createCaretMoves(input, state), ...selectionCommands(input, state) };
}

export type EditorSelection = ReturnType<typeof createSelecting>;

function selectionCommands(input: SelectionInput, state: SelectionState) {
  const { changes, writing, canWrite } = input;
  const { list, present, settled } = state;
  const run = (edits: readonly SelectionEdit[], label: string, group: string | null = null) => {
    const made = queueableEdits(edits, changes);
    changes.run(made.edits, label, group);
    return made.madeIds;
  };
  const runAndGoOn = (change: SelectionChange | null, label: string, group: string | null = null) => {
    if (!change || !canWrite()) return false;
    const { caret } = change;
    const madeIds = run(change.edits, label, group);
    state.clear();
    if (caret.in === 'newLine') writing.openNew(caret.afterId, caret.type);
    else {
      const id = caret.in === 'inserted' ? madeIds[caret.index] : caret.id;
      const element = changes.elements().find((each) => each.id === id);
      if (element) input.edit(element, caret.offset, group);
    }
    return true;
  };
  /** The selection over stored elements. */
  const chosen = () => {
    const at = present();
    return at && settled(at);
  };
  /** Run edits that keep the selection. Returns true if something was selected. */
  const reshape = (make: (at: ScriptSelection, elements: Element[]) => SelectionEdit[], label: string) => {
    const at = state.spanning();
    if (!at || !canWrite()) return false;
    run(make(at, list()), label);
    return true;
  };

  return {
    /**
     * Replace the selection by a text; "" deletes it. Text typed afterwards belongs to the same
     * undo step.
     */
    typeOver(typed: StyledText, label: string) {
      const at = chosen();
      const group = typed.text === '' ? null : crypto.randomUUID();
      return at !== null && runAndGoOn(typeOver(list(), at, typed), label, group);
    },
    /** Move or copy the selection to another position. */
    carry(to: Position, isCopy: boolean, from: ScriptSelection | null = present()) {
      const at = from && settled(from);
      if (!at || !canWrite()) return false;
      const change = (isCopy ? copySelection : moveSelection)(list(), at, to);
      return runAndGoOn(change, isCopy ? 'Copy' : 'Move');
    },
    /** Move or copy the selection to the end of the script. */
    carryToEnd(isCopy: boolean) {
      const at = chosen();
      if (!at || !canWrite()) return false;
      return runAndGoOn((isCopy ? copyToEnd : moveToEnd)(list(), at), isCopy ? 'Copy' : 'Move');
    },
    /** Insert words of a text from elsewhere at a position. */
    put(text: StyledText, range: { start: number; end: number }, place: Position) {
      const at = settled({ anchor: place, head: place });
      return at !== null && runAndGoOn(putWords(list(), text, range, at.anchor), 'Move');
    },
    /** Remove text that was moved elsewhere; the caret stays where it is. */
    remove(words: ScriptSelection) {
      const at = settled(words);
      const change = at && canWrite() ? typeOver(list(), at) : null;
      if (change) run(change.edits, 'Move');
    },
    split() {
      const at = chosen();
      return at !== null && runAndGoOn(splitOver(list(), at), 'Split');
    },
    insert(fragment: Fragment, label: string) {
      const at = chosen();
      return at !== null && runAndGoOn(insertFragment(list(), at, fragment), label);
    },
    /** Return the selected text of several elements. */
    text() {
      const at = state.selection.get();
      return at && textOfSelection(list(), at).slice(0, maxAsked);
    },
    fragment: (at: ScriptSelection) => fragmentOf(list(), at),
    parts: (at: ScriptSelection) => selectedParts(list(), at),
    toggleStyle: (style: Style) =>
      reshape((at, elements) => styleSelection(elements, at, style), styleLabels[style]),
    setType: (type: ElementType) =>
      reshape((at, elements) => typeSelection(elements, at, type), `Change to ${elementLabels[type]}`),
    setCase: (letters: LetterCase) =>
      reshape((at, elements) => caseSelection(elements, at, letters), caseLabels[letters]),
    toggleDual: () => reshape((at, elements) => dualSelection(elements, at) ?? [], 'Dual dialogue'),
  };
}

const styleLabels: Record<Style, string> = {
  isBold: 'Bold',
  isItalic: 'Italic',
  isUnderlined: 'Underline',
};
export const caseLabels: Record<LetterCase, string> = { upper: 'Upper case', lower: 'Lower case' };

/** Maximum number of characters of a question about a selection. */
const maxAsked = 5000;
