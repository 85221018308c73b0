import type { WordPlace } from '#screenplay/language/spellableWords.ts';
import { readField } from '#web/scriptEditor/field/domText.ts';
import { liveFieldId } from '#web/scriptEditor/sheet/liveFieldId.ts';

const name = 'script-misspelled-live';

/**
 * Underline words of the active line without changing its content. The ranges follow what is typed;
 * a browser without the CSS Highlight API shows none.
 */
export function paintActiveLine(words: readonly WordPlace[]): void {
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) return;
  const field = document.getElementById(liveFieldId);
  const ranges = field ? words.flatMap((word) => rangesOf(field, word)) : [];
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function rangesOf(field: HTMLElement, { start, end }: WordPlace): Range[] {
  return readField(field).leaves.flatMap(({ node, from, to }) => {
    if (!(node instanceof Text) || to <= start || from >= end) return [];
    const range = document.createRange();
    range.setStart(node, Math.max(start, from) - from);
    range.setEnd(node, Math.min(end, to) - from);
    return [range];
  });
}
