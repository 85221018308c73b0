import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import styles from './DragPreview.module.css';

/** Offset from the item's corner at which it was grabbed, and its size. */
export interface Grab {
  x: number;
  y: number;
  widthPx: number;
  heightPx: number;
}

export function grabOf(element: Element, event: Event | undefined): Grab {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { clientX, clientY } = event instanceof PointerEvent ? event : { clientX: left, clientY: top };
  return { x: clientX - left, y: clientY - top, widthPx: width, heightPx: height };
}

interface DragPreviewProps {
  ref: Ref<{ moveTo: (point: { x: number; y: number }) => void }>;
  grab: Grab;
  children: ReactNode;
}

/** Show a copy of the dragged item under the pointer. It moves without a render. */
export function DragPreview({ ref, grab, children }: DragPreviewProps) {
  const element = useRef<HTMLDivElement>(null);
  useImperativeHandle(
    ref,
    () => ({
      moveTo: ({ x, y }) => {
        const { style } = element.current ?? {};
        if (style) style.transform = `translate(${x - grab.x}px, ${y - grab.y}px)`;
      },
    }),
    [grab],
  );
  return (
    <div
      ref={element}
      className={styles.preview}
      style={{ width: `${grab.widthPx}px`, height: `${grab.heightPx}px` }}
      aria-hidden="true"
    >
      {children}
    </div>
  );
}
