import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { GripVertical } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { dragPlugins, dragSensors } from './drag.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Sortable.module.css';
import { type HandleEvents, useSorting } from './useSorting.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface SortableProps {
  ids: readonly number[];
  /** Return the name of an item; its handle is "Move {label}". */
  labelOf: (id: number) => string;
  /**
   * Called after every drop that changes the order, with all ids and the moved one. A returned
   * promise (for a server that can refuse) keeps the new order shown until it settles; otherwise it
   * is shown until `ids` changes.
   */
  onMove: (ids: number[], movedId: number) => unknown;
  /** No handles: what cannot be moved does not look as if it could. */
  isDisabled?: boolean;
  /** In a grid, arrows go in both directions. */
  layout?: 'list' | 'grid';
  /** The name of the list. */
  label?: string;
  className?: string | undefined;
  itemClassName?: string | undefined;
  /** Render an item and its handle (null for a user who may not move). */
  children: (id: number, handle: ReactNode) => ReactNode;
}

/** One list or grid that can be put into another order: by mouse, by touch, and by keyboard. */
export function Sortable({
  ids,
  labelOf,
  onMove,
  isDisabled = false,
  layout = 'list',
  label,
  className,
  itemClassName,
  children,
}: SortableProps) {
  const hintId = useId();
  const sorting = useSorting({ ids, labelOf, onMove, isGrid: layout === 'grid' });
  return (
    <DragDropProvider
      plugins={dragPlugins}
      sensors={dragSensors}
      onDragStart={({ operation }) => sorting.lift(Number(operation.source?.id), 'pointer')}
      onDragOver={({ operation: { source, target } }) => {
        if (target && target.id !== source?.id) sorting.moveOnto(Number(target.id));
      }}
      onDragEnd={({ canceled }) => (canceled ? sorting.putBack() : sorting.drop())}
    >
      <ul ref={sorting.list} className={className} aria-label={label}>
        {sorting.order.map((id, index) => (
          <Item
            key={id}
            id={id}
            index={index}
            label={labelOf(id)}
            hintId={hintId}
            isDisabled={isDisabled}
            isLifted={sorting.lifted?.id === id}
            className={itemClassName}
            events={sorting.handleEvents}
          >
            {children}
          </Item>
        ))}
      </ul>
      {!isDisabled && (
        <>
          <p hidden id={hintId}>
            Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.
          </p>
          <VisuallyHidden as="p" aria-live="assertive">
            {sorting.spoken}
          </VisuallyHidden>
        </>
      )}
    </DragDropProvider>
  );
}

interface ItemProps {
  id: number;
  index: number;
  label: string;
  hintId: string;
  isDisabled: boolean;
  isLifted: boolean;
  className: string | undefined;
  events: HandleEvents;
  children: SortableProps['children'];
}

/** dnd-kit would move the elements behind React's back; the order is ours, and it only reports. */
const noPlugins: [] = [];

const Item = memo(function Item({ id, index, label, hintId, isDisabled, isLifted, ...rest }: ItemProps) {
  const { className, events, children } = rest;
  const { ref, handleRef } = useSortable({ id, index, disabled: isDisabled, plugins: noPlugins });
  const handle = isDisabled ? null : (
    <IconButton
      ref={handleRef}
      label={`Move ${label}`}
      className={styles.handle}
      aria-describedby={hintId}
      aria-pressed={isLifted}
      onKeyDown={(event) => events.onKeyDown(event, id)}
      // Firefox clicks a button on keyup of the space bar even when keydown was prevented.
      onKeyUp={(event) => {
        if (event.key === ' ') event.preventDefault();
      }}
      onClick={(event) => events.onClick(event, id)}
      onBlur={events.onBlur}
    >
      <GripVertical size={16} aria-hidden />
    </IconButton>
  );
  return (
    <li
      ref={ref}
      className={[styles.item, className].filter(Boolean).join(' ')}
      data-lifted={isLifted || undefined}
    >
      {children(id, handle)}
    </li>
  );
});
