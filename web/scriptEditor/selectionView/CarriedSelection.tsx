import { useState } from 'react';
import type { Position } from '#screenplay/selection.ts';
import { useStore } from '#web/lib/store.ts';
import type { Hover } from '../pages/hover.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import { DropCaret } from './DropCaret.tsx';
import { usePointer } from './usePointer.ts';

/** Handles the mouse on the pages, and shows where a dragged selection would be dropped. */
export function CarriedSelection({ hover }: { hover: Hover }) {
  const { editing, given, going, nodes, pages, selecting, writing } = useScriptEditor();
  const [dropAt, setDropAt] = useState<Position | null>(null);
  const canWrite = useStore(given, (now) => now.canWrite);
  usePointer({
    desk: nodes.desk,
    nodes,
    writing,
    book: pages.book.get,
    rows: pages.rows.get,
    canWrite,
    selecting,
    onCarry: setDropAt,
    onPlace: (element, offset) => {
      hover.set(null);
      if (!canWrite) going.focusOn(element.id);
      else if (element.id !== writing.line.get()?.id) editing.edit(element, offset);
      else nodes.field.current?.select(offset);
    },
  });
  return dropAt && <PlaceToDrop place={dropAt} />;
}

function PlaceToDrop({ place }: { place: Position }) {
  const { pages } = useScriptEditor();
  const book = useStore(pages.book);
  return (
    <DropCaret
      book={book}
      rows={useStore(pages.rows)}
      place={place}
      sheetLeftPx={book.measures.sheetLeftPx}
    />
  );
}
