import { DragDropProvider, useDragOperation } from '@dnd-kit/react';
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { DragPreview, type Grab, grabOf } from './DragPreview.tsx';
import { type GrabBy, pluginsOf, sensorsOf } from './drag.ts';
import { HandleContext } from './handleContext.ts';
import { handleSelector, targetAt } from './targets.ts';
import type { Reorder } from './useReorder.ts';

interface ReorderAreaProps {
  reorder: Reorder;
  canReorder: boolean;
  grabBy?: GrabBy;
  /** Render the copy that follows the pointer; without it, the item itself does. */
  previewOf?: (id: number) => ReactNode;
  children: ReactNode;
}

/** Sense the pointer over the items of `reorder`, and announce their moves. */
export function ReorderArea(props: ReorderAreaProps) {
  const { reorder, canReorder, grabBy = 'handle', previewOf, children } = props;
  const { held, handleEvents } = reorder;
  const hintId = useId();
  const [grab, setGrab] = useState<Grab | null>(null);
  const pointer = usePointer(reorder);
  const focus = useFocusOfDrag(reorder);
  const value = useMemo(() => ({ events: handleEvents, hintId }), [handleEvents, hintId]);
  const carriedId = held?.by === 'pointer' ? held.id : null;
  return (
    <HandleContext value={value}>
      <DragDropProvider
        plugins={pluginsOf(previewOf ? 'preview' : 'item')}
        sensors={sensorsOf(grabBy)}
        onDragStart={({ operation: { source }, nativeEvent }) => {
          if (!source?.element) return;
          setGrab(grabOf(source.element, nativeEvent));
          focus.start(Number(source.id), grabBy);
          reorder.lift(Number(source.id), 'pointer');
        }}
        // Items that make room are dnd-kit's targets, all others are marked by dropTarget.
        onDragOver={({ operation: { source, target } }) => {
          if (target && target.id !== source?.id)
            reorder.pointAt({ type: 'item', id: Number(target.id), side: 'replace' });
        }}
        onDragMove={({ operation, to, nativeEvent }) =>
          pointer.moveTo(
            nativeEvent instanceof PointerEvent
              ? { x: nativeEvent.clientX, y: nativeEvent.clientY }
              : (to ?? operation.position.current),
          )
        }
        onDragEnd={({ canceled, operation: { source } }) => {
          pointer.forget();
          if (!canceled) return reorder.drop();
          reorder.cancel();
          focus.cancel(Number(source?.id));
        }}
      >
        {children}
        <DragEnd onEnd={focus.restore} />
        {previewOf && grab && carriedId !== null && (
          <DragPreview ref={pointer.preview} grab={grab}>
            {previewOf(carriedId)}
          </DragPreview>
        )}
        {canReorder && <Announcements hintId={hintId} text={reorder.announcement} />}
      </DragDropProvider>
    </HandleContext>
  );
}

interface Point {
  x: number;
  y: number;
}

/** Follow the pointer of a drag, also while the page scrolls under it. */
function usePointer({ pointAt }: Reorder) {
  const point = useRef<Point | null>(null);
  const preview = useRef<{ moveTo: (point: Point) => void }>(null);
  useEffect(() => {
    const onScroll = () => {
      if (point.current) pointAt(targetAt(point.current.x, point.current.y));
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [pointAt]);
  const moveTo = (next: Point) => {
    point.current = next;
    preview.current?.moveTo(next);
    pointAt(targetAt(next.x, next.y));
  };
  const forget = () => {
    point.current = null;
  };
  return { preview, moveTo, forget };
}

/**
 * Return the focus of a dragged handle, which is lost when dnd-kit moves its item in the document.
 * After a cancelled drag of an item by another part of it, its handle gets the focus.
 */
function useFocusOfDrag({ root }: Reorder) {
  const handle = useRef<HTMLElement | null>(null);
  const find = (itemId: number) => root.current?.querySelector<HTMLElement>(handleSelector(itemId)) ?? null;
  return {
    start: (itemId: number, grabBy: GrabBy) => {
      handle.current = grabBy === 'handle' ? find(itemId) : null;
      handle.current?.focus({ preventScroll: true });
    },
    cancel: (itemId: number) => {
      handle.current = find(itemId);
    },
    restore: () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost) handle.current?.focus({ preventScroll: true });
    },
  };
}

/** Call `onEnd` after a drag, when dnd-kit has put the item back into the document. */
function DragEnd({ onEnd }: { onEnd: () => void }) {
  const { source } = useDragOperation();
  const isDragging = Boolean(source);
  const end = useEffectEvent(onEnd);
  useEffect(() => (isDragging ? () => end() : undefined), [isDragging]);
  return null;
}

/** Texts for screen readers: how an item is moved, and where it is. */
function Announcements({ hintId, text }: { hintId: string; text: string }) {
  return (
    <>
      <p hidden id={hintId}>
        Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.
      </p>
      <VisuallyHidden as="p" aria-live="assertive">
        {text}
      </VisuallyHidden>
    </>
  );
}
