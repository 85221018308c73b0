import { plainTextType } from '#screenplay/element.ts';
import { isCueType } from '#screenplay/elementTypes/predicates.ts';
import { lettersOf } from '#screenplay/typedLetters.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';

/**
 * Make a cue action because its speech ended without a line: in Fountain a name in capitals is a
 * cue only above a speech, such as THE END. Does nothing if the element is no cue.
 */
export function makeSilentCueAction(changes: ScriptSync, id: number | null): void {
  if (id === null) return;
  const elements = changes.elements();
  const cue = elements[findIndexNear(elements, id, elements.length - 1)];
  if (cue?.id !== id || !isCueType(cue.elementType)) return;
  const fields = { elementType: plainTextType, content: lettersOf(cue) } as const;
  changes.run([{ type: 'update', id, fields, base: changes.baseOf(cue) }], 'Change type');
}
