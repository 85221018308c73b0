import { type LetterCase, withLetterCase } from '#screenplay/selectionFormat.ts';
import { replaceRange, sliceStyled } from '#screenplay/styled.ts';
import type { LiveFieldHandle, LiveText } from './liveText.ts';

/** Change the case of the selected text of a field, or of all of it. */
export function caseField(field: LiveFieldHandle, text: LiveText, letters: LetterCase): void {
  const range = field.selection();
  const { start, end } = range.start < range.end ? range : { start: 0, end: text.text.length };
  const inside = withLetterCase(sliceStyled(text, start, end), letters);
  field.replace(replaceRange(text, start, end, inside), { start, end: start + inside.text.length });
}
