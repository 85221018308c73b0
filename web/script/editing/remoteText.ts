import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { placesIn } from '#screenplay/laidOver.ts';
import { mergeElement } from '#screenplay/merge.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import type { DeskNodes } from '../desk/nodes.ts';
import { indexNear } from '../elementIndex.ts';
import type { LiveText } from '../field/liveText.ts';
import { isUnsavedLine, type Live } from './live.ts';
import type { Writing } from './writing.ts';

/**
 * Keep the active line at the newest stored text: a remote change of its element is shown in the open
 * field, merged by words with what was typed here. Where both changed the same words the typed text
 * stays, and storing it reports the conflict. Returns a function that stops it.
 */
export function followRemoteText({
  changes,
  writing,
  nodes,
}: {
  changes: ScriptChanges;
  writing: Writing;
  nodes: DeskNodes;
}): () => void {
  let near = 0;
  const storedOf = ({ id }: Live): Element | null => {
    const elements = changes.elements();
    const index = indexNear(elements, id, near);
    near = Math.max(0, index);
    return elements[index] ?? null;
  };
  const look = () => {
    const live = writing.line.get();
    if (!live || !isOutdated(live, storedOf(live))) return;
    nodes.field.current?.refresh((now) => {
      const line = writing.line.get();
      const stored = line && storedOf(line);
      const merged =
        line && stored && isOutdated(line, stored) ? withRemoteText(line, stored, now.text) : null;
      if (!merged || !stored) return now;
      writing.rebase(stored, merged);
      return { text: merged.text, caret: caretAfter(now.text.text, merged.text.text, now.caret) };
    });
  };
  return changes.watch(look);
}

function isOutdated({ base }: Live, stored: Element | null): boolean {
  if (!base || !stored) return false;
  return stored.content !== base.content || stored.elementType !== base.elementType;
}

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
