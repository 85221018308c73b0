/*
 * Formatting of a selection: style, letter case, element type, dual dialogue. Each is one list of
 * edits.
 */
import { toggleDual } from './dual.ts';
import type { ElementType } from './element.ts';
import { isUpperCased } from './elementTypes/table.ts';
import type { StyledText } from './emphasis.ts';
import {
  editsToSetText,
  type ScriptSelection,
  type SelectableElement,
  type SelectedPart,
  type SelectionEdit,
  selectedParts,
} from './selection.ts';
import {
  hasStyle,
  mapLetters,
  replaceRange,
  type Style,
  sliceStyled,
  toggleStyle,
  upperStyled,
} from './styled.ts';
import { lettersOfType } from './typedLetters.ts';

type Part = SelectedPart<SelectableElement>;

/** Apply a style to the selection, or remove it if all selected text already has it. */
export function styleSelection(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  style: Style,
): SelectionEdit[] {
  const parts = selectedParts(elements, selection).filter(
    ({ text, start, end }) => text.text.slice(start, end).trim() !== '',
  );
  const hasStyleThroughout = ({ text, start, end }: Part) => hasStyle(sliceStyled(text, start, end), style);
  const isOn = !parts.every(hasStyleThroughout);
  return parts
    .filter((part) => hasStyleThroughout(part) !== isOn)
    .flatMap((part) => editsToSetText(part.element, toggleStyle(part.text, part.start, part.end, style)));
}

export type LetterCase = 'upper' | 'lower';

/** Change the letter case. Text of a type in capitals does not change. */
export function caseSelection(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  letters: LetterCase,
): SelectionEdit[] {
  return selectedParts(elements, selection).flatMap(({ element, text, start, end }) => {
    if (isUpperCased(element.elementType)) return [];
    const changed = withLetterCase(sliceStyled(text, start, end), letters);
    return editsToSetText(element, replaceRange(text, start, end, changed));
  });
}

/** Change the type of all selected elements. */
export function typeSelection(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  type: ElementType,
): SelectionEdit[] {
  return selectedParts(elements, selection)
    .filter(({ element }) => element.elementType !== type)
    .map(({ element }) => ({
      type: 'update',
      id: element.id,
      fields: { elementType: type, content: lettersOfType(type, element) },
    }));
}

/** Set the last selected speech next to the one before it, or separate selected dual dialogue. */
export function dualSelection(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
): SelectionEdit[] | null {
  const last = selectedParts(elements, selection).findLast(({ index }) => toggleDual(elements, index));
  const columns = last && toggleDual(elements, last.index);
  if (!columns) return null;
  return columns.flatMap(({ index, dual }): SelectionEdit[] => {
    const element = elements[index];
    return element && element.dual !== dual ? [{ type: 'update', id: element.id, fields: { dual } }] : [];
  });
}

export function withLetterCase(text: StyledText, letters: LetterCase): StyledText {
  return letters === 'upper' ? upperStyled(text) : mapLetters(text, (each) => each.toLowerCase());
}
