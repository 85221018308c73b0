import { act, fireEvent } from '@testing-library/react';

let clientX = 0;

/** Fire an event of the mouse; the next one is 20 pixels further, so that moves are drags. */
async function firePointer(type: 'pointerdown' | 'pointermove' | 'pointerup', target: Element) {
  clientX += 20;
  const init = { bubbles: true, cancelable: true, isPrimary: true, button: 0, clientX, clientY: 20 };
  // The move is announced with the next frame.
  await act(async () => {
    fireEvent(target, new PointerEvent(type, { ...init, pointerId: 1, pointerType: 'mouse' }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Functions of a browser that a drag needs and jsdom does not have. */
const missing = [
  [document, 'getAnimations', () => []],
  [Element.prototype, 'getAnimations', () => []],
  [Element.prototype, 'animate', () => ({ finished: Promise.resolve() })],
] as const;

/**
 * Return a mouse for tests. jsdom has no layout, so the test sets the element under the pointer.
 * Call `remove` after each test.
 */
export function createMouse() {
  let under: Element | null = null;
  document.elementFromPoint = () => under;
  for (const [owner, name, value] of missing)
    Object.defineProperty(owner, name, { value, configurable: true });
  const moveOver = async (element: Element | null) => {
    under = element;
    await firePointer('pointermove', document.body);
    await firePointer('pointermove', document.body);
  };
  return {
    press: (element: Element) => firePointer('pointerdown', element),
    /** Pick an item up by an element of it. */
    lift: async (element: Element) => {
      await firePointer('pointerdown', element);
      await firePointer('pointermove', element);
    },
    moveOver,
    drop: () => firePointer('pointerup', document.body),
    remove: () => {
      Reflect.deleteProperty(document, 'elementFromPoint');
      for (const [owner, name] of missing) Reflect.deleteProperty(owner, name);
    },
  };
}
