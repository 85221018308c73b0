import { caretAfter } from '#screenplay/textAlignment.ts';
import type { Element } from '#shared/contract/elements.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { batch } from '#web/lib/store.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { Rewrite } from '../field/liveText.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { EditorNodes } from '../pages/nodes.ts';

/**
 * Keep the active line at the newest stored text. A remote change of its element is shown in the
 * open field, merged by words with the typed text. If both changed the same words, the typed text
 * stays and storing it reports the conflict. Returns a function that stops it.
 */
export function followRemoteText({
  sync,
  writing,
  nodes,
}: {
  sync: ScriptSync;
  writing: ActiveLineEditor;
  nodes: EditorNodes;
}): () => void {
  let near = 0;
  const storedOf = ({ id }: ActiveLine): Element | null => {
    const elements = sync.elements();
    const index = findIndexNear(elements, id, near);
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
    // Most pages never need the code that compares texts.
    const { withRemoteText } = await import('#web/scriptEditor/verbs/mergeRemoteText.ts');
    if (isOver) return;
    const withStored: Rewrite = (now) => {
      const line = writing.line.get();
      const stored = line && storedOf(line);
      const merged =
        line && stored && isOutdated(line, stored) ? withRemoteText(line, stored, now.text) : null;
      if (!merged || !stored) return now;
      writing.rebase(stored, merged);
      return { text: merged.text, caret: caretAfter(now.text.text, merged.text.text, now.caret) };
    };
    // Collaborators get the text together with the caret in it.
    batch(() => nodes.field.current?.refresh(withStored));
  };
  // Without the code the field keeps its text; the next change tries again.
  const unwatch = sync.watch(
    () => void look().catch((error) => logFailure('Failed to load the merge of remote text', error)),
  );
  return () => {
    isOver = true;
    unwatch();
  };
}

function isOutdated({ base }: ActiveLine, stored: Element | null): boolean {
  if (!base || !stored) return false;
  return stored.content !== base.content || stored.elementType !== base.elementType;
}
