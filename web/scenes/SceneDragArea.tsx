import { DragDropProvider } from '@dnd-kit/react';
import type { ReactNode } from 'react';
import { dragPlugins, dragSensors } from '#web/ui/drag.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { DropPointer } from './places.ts';
import type { SceneMoving } from './useMoving.ts';

interface SceneDragAreaProps {
  moving: SceneMoving;
  canWrite: boolean;
  children: ReactNode;
}

/** Where scenes are carried by the pointer; it says aloud where they are. */
export function SceneDragArea({ moving, canWrite, children }: SceneDragAreaProps) {
  return (
    <DragDropProvider
      plugins={dragPlugins}
      sensors={dragSensors}
      onDragStart={({ operation }) => moving.lift(Number(operation.source?.id), 'pointer')}
      onDragMove={({ operation, to }) => {
        const pointed = pointedAt(to ?? operation.position.current);
        if (pointed) moving.pointAt(pointed);
      }}
      onDragEnd={({ canceled }) => (canceled ? moving.putBack() : moving.drop())}
    >
      {children}
      {canWrite && (
        <>
          <p hidden id="move-scene-hint">
            Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.
          </p>
          <VisuallyHidden as="p" aria-live="assertive">
            {moving.spoken}
          </VisuallyHidden>
        </>
      )}
    </DragDropProvider>
  );
}

/** Return the list item at a point of the window; the dragged item lets the pointer through. */
function pointedAt({ x, y }: { x: number; y: number }): DropPointer | null {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scene], [data-stretch]');
  if (!target) return null;
  const { scene, stretch, end } = target.dataset;
  if (stretch !== undefined) return { stretchKey: stretch, isEnd: end !== undefined };
  const { top, height } = target.getBoundingClientRect();
  return { sceneId: Number(scene), isBehind: y > top + height / 2 };
}
