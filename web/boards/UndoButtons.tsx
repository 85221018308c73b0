import { Redo2, Undo2 } from 'lucide-react';
import type { BoardUndo } from '#web/boards/boardUndo.ts';
import { useStore } from '#web/lib/store.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** Undo and redo steps on a board, and announce the result. */
export function UndoButtons({ undo }: { undo: BoardUndo }) {
  const { undoLabel, redoLabel, spoken } = useStore(undo.state);
  if (undoLabel === null && redoLabel === null && spoken === '') return null;
  return (
    <>
      <IconButton
        label={undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`}
        disabled={undoLabel === null}
        onClick={() => void undo.undo()}
      >
        <Undo2 {...icon} />
      </IconButton>
      <IconButton
        label={redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`}
        disabled={redoLabel === null}
        onClick={() => void undo.redo()}
      >
        <Redo2 {...icon} />
      </IconButton>
      <VisuallyHidden as="p" role="status">
        {spoken}
      </VisuallyHidden>
    </>
  );
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
