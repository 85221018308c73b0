import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { placesIn } from '#screenplay/laidOver.ts';
import { mergeElement } from '#screenplay/merge.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveText } from '../field/liveText.ts';
import { isUnsavedLine, type Live } from './live.ts';

/** Return the text and type of the line with the remote change in it; null where they conflict. */
export function withRemoteText(
  live: Live,
  stored: Element,
  text: LiveText,
): Pick<Live, 'type' | 'text'> | null {
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
  return placesIn(before, after).findLastIndex((place) => place >= 0 && place < caret) + 1;
}
