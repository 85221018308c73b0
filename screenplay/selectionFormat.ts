/* What a selection can be made: bold, capitals, another type, dual dialogue. Each is one list of edits. */
import { toggleDual } from './dual.ts';
import { type ElementType, isUpperCased } from './element.ts';
import type { StyledText } from './emphasis.ts';
import { contentOfType } from './flow.ts';
import {
  type ScriptSelection,
  type SelectableElement,
  type SelectedPart,
  type SelectionEdit,
  selectedParts,
  writtenInto,
} from './selection.ts';
import {
  hasStyle,
  normaliseSpans,
  replaceRange,
  type Style,
  sliceStyled,
  toggleStyle,
  upperStyled,
} from './styled.ts';

type Part = SelectedPart<SelectableElement>;

/** Gives all that is selected a style; where all of it has that style already, takes it away. */
export function styleSelection(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  style: Style,
): SelectionEdit[] {
  const parts = selectedParts(elements, selection).filter(
    ({ text, start, end }) => text.text.slice(start, end).trim() !== '',
  );
  const has = ({ text, start, end }: Part) => hasStyle(sliceStyled(text, start, end), style);
  const isOn = !parts.every(has);
  return parts
    .filter((part) => has(part) !== isOn)
    .flatMap((part) => writtenInto(part.element, toggleStyle(part.text, part.start, part.end, style)));
}

export type LetterCase = 'upper' | 'lower';

/** Capitals or small letters; headings and cues are kept in capitals anyway. */
export function caseSelection(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  letters: LetterCase,
): SelectionEdit[] {
  return selectedParts(elements, selection).flatMap(({ element, text, start, end }) => {
    if (isUpperCased(element.elementType)) return [];
    const changed = casedStyled(sliceStyled(text, start, end), letters);
    return writtenInto(element, replaceRange(text, start, end, changed));
  });
}

/** All elements of which something is selected become one type. */
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
      fields: { elementType: type, content: contentOfType(type, element) },
    }));
}

/** Sets the last speech that is selected beside the one before it, or takes the selected ones apart again. */
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

export function casedStyled(text: StyledText, letters: LetterCase): StyledText {
  return letters === 'upper' ? upperStyled(text) : lowerStyled(text);
}

/** Letters whose small form has another length move what is after them. */
function lowerStyled({ text, spans }: StyledText): StyledText {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return { text: lower, spans };
  const lengthTo = (offset: number) => text.slice(0, offset).toLowerCase().length;
  return {
    text: lower,
    spans: normaliseSpans(
      spans.map((span) => ({ ...span, from: lengthTo(span.from), to: lengthTo(span.to) })),
    ),
  };
}
