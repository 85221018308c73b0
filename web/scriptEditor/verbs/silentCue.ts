import { plainTextType } from '#screenplay/element.ts';
import { isCueType, isSpeechType } from '#screenplay/elementTypes/predicates.ts';
import { lettersOf } from '#screenplay/typedLetters.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';

/**
 * Make a cue action because its speech ended without a line: in Fountain a name in capitals is a
 * cue only above a speech, such as THE END. Does nothing if the element is no cue, or if the speech
 * goes on below the empty line, which may be a stored element.
 */
export function makeSilentCueAction(
  changes: ScriptSync,
  id: number | null,
  emptyId: number | null = null,
): void {
  if (id === null) return;
  const elements = changes.elements();
  const index = findIndexNear(elements, id, elements.length - 1);
  const cue = elements[index];
  if (cue?.id !== id || !isCueType(cue.elementType)) return;
  const isEmptyStored = emptyId !== null && elements[index + 1]?.id === emptyId;
  if (isSpeechType(elements[index + (isEmptyStored ? 2 : 1)]?.elementType)) return;
  const fields = { elementType: plainTextType, content: lettersOf(cue) } as const;
  changes.run([{ type: 'update', id, fields, base: changes.baseOf(cue) }], 'Change type');
}
