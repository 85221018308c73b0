import type { Element } from '#shared/contract/elements.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import type { DeskNodes } from '../desk/nodes.ts';
import { indexNear } from '../elementIndex.ts';
import type { Live } from './live.ts';
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
  let isOver = false;
  const isNeeded = () => {
    const live = writing.line.get();
    return live !== null && isOutdated(live, storedOf(live));
  };
  const look = async () => {
    if (!isNeeded()) return;
    // Comparing texts is code that most pages never need.
    const { caretAfter, withRemoteText } = await import('./mergeRemoteText.ts');
    if (isOver) return;
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
  const unwatch = changes.watch(() => void look());
  return () => {
    isOver = true;
    unwatch();
  };
}

function isOutdated({ base }: Live, stored: Element | null): boolean {
  if (!base || !stored) return false;
  return stored.content !== base.content || stored.elementType !== base.elementType;
}
