import { useEffect, useRef, useState } from 'react';
import { elementLabels } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import { DeleteDialog } from '#web/ui/DeleteDialog.tsx';
import type { ScriptChanges } from '../changes/scriptChanges.ts';

const quotedLength = 100; // spec workspace §9

/** What the delete dialog quotes: the type and the beginning of the text. */
export function quoteElement({ elementType, content }: Pick<Element, 'elementType' | 'content'>): string {
  return `${elementLabels[elementType]}: ${Array.from(content).slice(0, quotedLength).join('')}`;
}

export function useDeleting(changes: ScriptChanges) {
  const [asked, setAsked] = useState<{ element: Element; index: number } | null>(null);
  const afterwards = useRef<(() => void) | null>(null);
  // A dialog that closes gives the focus back to where it was, in a task of its own: ours comes after it.
  useEffect(() => {
    if (asked || !afterwards.current) return;
    const move = afterwards.current;
    afterwards.current = null;
    const timer = setTimeout(move, 0);
    return () => clearTimeout(timer);
  }, [asked]);
  return {
    ask: (element: Element, index: number) => setAsked({ element, index }),
    /** `onDelete` runs at once; `moveFocus` when the dialog is gone, with the place where the element stood. */
    dialog: (onDelete: () => void, moveFocus: (index: number) => void) =>
      asked && (
        <DeleteDialog
          open
          onOpenChange={(open) => open || setAsked(null)}
          itemType={elementLabels[asked.element.elementType]}
          name={quoteElement(asked.element)}
          onConfirm={() => {
            const { element, index } = asked;
            setAsked(null);
            onDelete();
            afterwards.current = () => moveFocus(index);
            changes.run([{ does: 'delete', id: element.id, base: changes.baseOf(element) }], null);
          }}
        />
      ),
  };
}
