import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { mergeElement } from '#screenplay/merge.ts';
import { alignTexts } from '#screenplay/textAlignment.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveText } from '#web/scriptEditor/field/liveText.ts';
import { type ActiveLine, isUnsavedLine } from '#web/scriptEditor/line/activeLine.ts';

/** Return the text and type of the line with the remote change in it; null where they conflict. */
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
  const { merged } = mergeElement(before, fieldsOf(stored), typed);
  return merged && { type: merged.elementType, text: parseEmphasis(merged.content) };
}

/** Marks are written as the field writes them, so that texts which read alike are alike. */
function fieldsOf({ elementType, content }: Element) {
  return { elementType, content: writeEmphasis(parseEmphasis(content)) };
}

/** Return the offset in `after` that stands behind the same letter as `caret` does in `before`. */
export function caretAfter(before: string, after: string, caret: number): number {
  return alignTexts(before, after).findLastIndex((place) => place >= 0 && place < caret) + 1;
}
