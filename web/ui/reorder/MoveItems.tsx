import { ArrowDown, ArrowUp } from 'lucide-react';
import { MenuItem } from '../Menu.tsx';

/** The steps that an item of a list can take. */
export type PossibleMoves = 'both' | 'up' | 'down' | 'none';

/** Return the possible moves of an item that may be the first or last that can be moved. */
export function movesAmong(isFirst: boolean, isLast: boolean): PossibleMoves {
  if (isFirst) return isLast ? 'none' : 'down';
  return isLast ? 'up' : 'both';
}

interface MoveItemsProps {
  moves: PossibleMoves;
  onMove: (by: -1 | 1) => void;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The items of a menu that move its item by one position. */
export function MoveItems({ moves, onMove }: MoveItemsProps) {
  return (
    <>
      <MenuItem
        icon={<ArrowUp {...icon} />}
        disabled={moves !== 'both' && moves !== 'up'}
        onSelect={() => onMove(-1)}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown {...icon} />}
        disabled={moves !== 'both' && moves !== 'down'}
        onSelect={() => onMove(1)}
      >
        Move down
      </MenuItem>
    </>
  );
}
