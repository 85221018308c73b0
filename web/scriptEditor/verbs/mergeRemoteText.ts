import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { mergeLettered } from '#screenplay/merge.ts';
import { editableContent } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveText } from '#web/scriptEditor/field/liveText.ts';
import type { ActiveLine } from '#web/scriptEditor/line/activeLine.ts';
import { isUnsavedLine } from '#web/scriptSync/lineEdits.ts';

/** Merge a remote change into the line. Returns null if both changed the same words. */
export function withRemoteText(
  live: ActiveLine,
  stored: Element,
  text: LiveText,
): Pick<ActiveLine, 'type' | 'text'> | null {
  const { base, type } = live;
  if (!base) return null;
  const before = fieldsOf(base);
  const typed = isUnsavedLine({ ...live, text })
    ? { elementType: type, content: writeEmphasis(text) }
    : before;
  const { merged } = mergeLettered(before, fieldsOf(stored), typed);
  return merged && { type: merged.elementType, text: parseEmphasis(merged.content) };
}

/** Normalise the marks as the field writes them, so that equal texts compare as equal. */
function fieldsOf(element: Element) {
  return {
    elementType: element.elementType,
    content: writeEmphasis(parseEmphasis(editableContent(element))),
  };
}
