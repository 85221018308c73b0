import { caretAfter } from '#screenplay/textAlignment.ts';
import { lettersOf } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { batch } from '#web/lib/store.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { Rewrite } from '../field/liveText.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { TypedState } from '../line/typedSteps.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import { withRemoteText } from './mergeRemoteText.ts';

/**
 * Keep the active line at the newest stored text. A remote change of its element is shown in the
 * open field, merged by words with the typed text. If both changed the same words, the typed text
 * stays and storing it reports the conflict. A line whose element was deleted elsewhere continues
 * as a new one that restores it. Returns a function that stops it.
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
  const isNeeded = () => {
    const live = writing.line.get();
    return live !== null && isOutdated(live, storedOf(live));
  };
  const mergeText = () => {
    if (!isNeeded()) return;
    const withStored: Rewrite = (now) => {
      const line = writing.line.get();
      const stored = line && storedOf(line);
      if (!line || !stored || !isOutdated(line, stored)) return now;
      const withRemote = ({ type, text }: TypedState) => withRemoteText({ ...line, type }, stored, text);
      const merged = withRemote({ type: line.type, text: now.text });
      if (!merged) return now;
      writing.rebase(stored, merged, withRemote);
      return { text: merged.text, caret: caretAfter(now.text.text, merged.text.text, now.caret) };
    };
    // Collaborators get the text together with the caret in it.
    batch(() => nodes.field.current?.refresh(withStored));
  };
  let before = sync.elements();
  return sync.watch(() => {
    const elements = sync.elements();
    const live = writing.line.get();
    if (live && elements !== before) followDeletions(sync, writing, live, before);
    before = elements;
    // The line may be in the middle of a save that changes the script.
    queueMicrotask(mergeText);
  });
}

/** Continue the line in its place if its element, or the one before a new line, was deleted. */
function followDeletions(
  sync: ScriptSync,
  writing: ActiveLineEditor,
  { id, base, afterId, removed }: ActiveLine,
  before: readonly Element[],
): void {
  const elements = sync.elements();
  const restored = removed && elements.find((row) => row.id === id);
  if (restored) writing.continueRestored(restored);
  const neededId = base === null ? afterId : id;
  const isThere = (rowId: number) => elements.some((row) => row.id === rowId);
  if (restored || neededId === null || isThere(neededId)) return;
  const index = before.findIndex((row) => row.id === neededId);
  const deleted = before[index];
  const placeId = before.findLast((row, at) => at < index && isThere(row.id))?.id ?? null;
  if (base === null && deleted) writing.continueAfter(placeId);
  else if (deleted && !isDeletedHere(sync, id)) writing.continueRemoved(deleted, placeId);
}

function isDeletedHere({ outbox: { pending, idOf } }: ScriptSync, id: number): boolean {
  return pending.some(({ edits }) => edits.some((edit) => edit.type === 'delete' && idOf(edit.id) === id));
}

function isOutdated({ base }: ActiveLine, stored: Element | null): boolean {
  if (!base || !stored) return false;
  if (stored.content !== base.content || stored.elementType !== base.elementType) return true;
  // A node of an earlier version stores no letters. That is no change by another writer.
  return stored.typedContent != null && lettersOf(stored) !== lettersOf(base);
}
