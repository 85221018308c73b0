import { useSortable } from '@dnd-kit/react/sortable';
import { memo, type ReactNode, type Ref, useImperativeHandle } from 'react';
import { withItemAt } from './positions.ts';
import { ReorderArea } from './ReorderArea.tsx';
import { ReorderHandle } from './ReorderHandle.tsx';
import styles from './Sortable.module.css';
import { useDroppedOrder } from './useDroppedOrder.ts';
import { useReorder } from './useReorder.ts';

export interface SortableControls {
  /** Move an item one position up or down. */
  step: (id: number, by: -1 | 1) => void;
}

interface SortableProps {
  ref?: Ref<SortableControls>;
  ids: readonly number[];
  /** Return the name of an item; its handle is "Move {label}". */
  labelOf: (id: number) => string;
  /**
   * Called after every drop and step that changes the order, with all ids and the moved one. A
   * returned promise (for a server that can reject) keeps the new order shown until it settles;
   * otherwise it is shown until `ids` changes.
   */
  onMove: (ids: number[], movedId: number) => unknown;
  /** Whether items cannot be moved; they then have no handles. */
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

/** Show a list or grid that can be reordered. Items make room during a drag. */
export function Sortable(props: SortableProps) {
  const { ref, ids, labelOf, onMove, isDisabled = false, layout = 'list' } = props;
  const { containers, showDropped } = useDroppedOrder(ids);
  const reorder = useReorder({
    containers,
    labelOf,
    layout,
    isLive: true,
    onDrop: (id, position) => {
      const [list] = withItemAt(containers, id, position);
      if (list) showDropped(list.ids, () => onMove([...list.ids], id));
    },
  });
  const { setRoot, held, step } = reorder;
  useImperativeHandle(ref, () => ({ step }), [step]);
  const [shown] = held ? withItemAt(containers, held.id, held.position) : containers;
  return (
    <ReorderArea reorder={reorder} canReorder={!isDisabled}>
      <ul ref={setRoot} className={props.className} aria-label={props.label}>
        {shown?.ids.map((id, index) => (
          <Item
            key={id}
            id={id}
            index={index}
            label={labelOf(id)}
            isDisabled={isDisabled}
            isLifted={held?.id === id}
            className={props.itemClassName}
          >
            {props.children}
          </Item>
        ))}
      </ul>
    </ReorderArea>
  );
}

interface ItemProps {
  id: number;
  index: number;
  label: string;
  isDisabled: boolean;
  isLifted: boolean;
  className: string | undefined;
  children: SortableProps['children'];
}

/** No plugins: dnd-kit would move the elements itself; here React renders the order. */
const noPlugins: [] = [];

const Item = memo(function Item({ id, index, label, isDisabled, isLifted, className, children }: ItemProps) {
  const { ref, handleRef } = useSortable({ id, index, disabled: isDisabled, plugins: noPlugins });
  return (
    <li
      ref={ref}
      className={[styles.item, className].filter(Boolean).join(' ')}
      data-lifted={isLifted || undefined}
    >
      {children(
        id,
        isDisabled ? null : <ReorderHandle ref={handleRef} itemId={id} label={label} isLifted={isLifted} />,
      )}
    </li>
  );
});
