import { useEffect, useRef } from 'react';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { Element } from '#shared/contract/elements.ts';
import { undoKeyLabel } from '#web/lib/platform.ts';
import { useStore } from '#web/lib/store.ts';
import { DeleteDialog } from '#web/ui/DeleteDialog.tsx';
import { useScriptScreen } from '../scriptScreen.ts';

const quotedLength = 100; // docs/spec/script.md, "Writing"

/** Return the type and the beginning of the text, for the delete dialog. */
function quoteElement({ elementType, content }: Pick<Element, 'elementType' | 'content'>): string {
  return `${elementLabels[elementType]}: ${Array.from(content).slice(0, quotedLength).join('')}`;
}

/** Ask before an element is deleted, and then focus the one in its place. */
export function DeletingDialog() {
  const { sync, deleting, going, writing } = useScriptScreen();
  const request = useStore(deleting);
  const afterwards = useRef<(() => void) | null>(null);
  // The dialog restores the focus in a later task; focus after that.
  useEffect(() => {
    if (request || !afterwards.current) return;
    const move = afterwards.current;
    afterwards.current = null;
    const timer = setTimeout(move, 0);
    return () => clearTimeout(timer);
  }, [request]);
  if (!request) return null;
  const { element, index } = request;
  return (
    <DeleteDialog
      open
      onOpenChange={(open) => open || deleting.set(null)}
      itemType={elementLabels[element.elementType]}
      name={quoteElement(element)}
      note={`You can undo this with ${undoKeyLabel()}.`}
      onConfirm={() => {
        deleting.set(null);
        writing.close();
        // Focus the next element, or the last one (docs/spec/script.md).
        afterwards.current = () => {
          const rest = sync.elements();
          going.focusOn(rest[Math.min(index, rest.length - 1)]?.id ?? null);
        };
        sync.run([{ type: 'delete', id: element.id, base: sync.baseOf(element) }], null);
      }}
    />
  );
}
