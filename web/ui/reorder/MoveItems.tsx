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

const steps = [
  { by: -1, direction: 'up', Icon: ArrowUp },
  { by: 1, direction: 'down', Icon: ArrowDown },
] as const;

/** The items of a menu that move its item by one position. */
export function MoveItems({ moves, onMove }: MoveItemsProps) {
  return steps.map(({ by, direction, Icon }) => (
    <MenuItem
      key={direction}
      icon={<Icon size={16} strokeWidth={1.6} aria-hidden="true" />}
      disabled={moves !== 'both' && moves !== direction}
      onSelect={() => onMove(by)}
    >
      {`Move ${direction}`}
    </MenuItem>
  ));
}
