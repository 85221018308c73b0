import { useDraggable } from '@dnd-kit/react';

/**
 * Let a pointer drag an item of a `ReorderArea`. Set `ref` on its element, and `handleRef` on its
 * handle where a pointer takes the handle only.
 */
export function useReorderItem(id: number, isDisabled = false) {
  const { ref, handleRef } = useDraggable({ id, disabled: isDisabled });
  return { ref, handleRef };
}
