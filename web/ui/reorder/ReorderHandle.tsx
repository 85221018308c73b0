import { GripVertical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../IconButton.tsx';
import { useHandleContext } from './handleContext.ts';
import styles from './ReorderHandle.module.css';
import { keepsFocus } from './targets.ts';

interface ReorderHandleProps extends Pick<ComponentProps<typeof IconButton>, 'ref' | 'size' | 'className'> {
  itemId: number;
  /** Name of the item; the handle is "Move {label}". */
  label: string;
  isLifted: boolean;
  iconPx?: number;
}

/** Button that picks an item up, by keyboard, screen reader or pointer. */
export function ReorderHandle({
  itemId,
  label,
  isLifted,
  iconPx = 16,
  className,
  ...rest
}: ReorderHandleProps) {
  const { events, hintId } = useHandleContext();
  return (
    <IconButton
      {...rest}
      {...keepsFocus('handle', itemId)}
      label={`Move ${label}`}
      className={[styles.handle, className].filter(Boolean).join(' ')}
      aria-describedby={hintId}
      aria-pressed={isLifted}
      onKeyDown={(event) => events.onKeyDown(event, itemId)}
      // Firefox clicks a button on keyup of the space bar even when keydown was prevented.
      onKeyUp={(event) => {
        if (event.key === ' ') event.preventDefault();
      }}
      onClick={(event) => events.onClick(event, itemId)}
      onBlur={() => events.onBlur(itemId)}
    >
      <GripVertical size={iconPx} strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  );
}
