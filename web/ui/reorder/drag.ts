import { Plugin } from '@dnd-kit/abstract';
import {
  AutoScroller,
  type DragDropManager,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
  StyleInjector,
} from '@dnd-kit/dom';
import './drag.css';
import { anyHandle } from './targets.ts';

/**
 * Replaces dnd-kit's style element, which our Content-Security-Policy blocks; the rules are in
 * drag.css.
 */
class OwnStyles extends Plugin<DragDropManager> {
  constructor(manager: DragDropManager) {
    super(manager);
    const injector = manager.registry.plugins.get(StyleInjector);
    if (injector) injector.register = () => () => {};
  }
}

/**
 * Plugins of areas with a preview. OwnStyles goes first, before those that have rules to inject.
 * dnd-kit's live region is left out: `ItemMover` announces the moves.
 */
const previewPlugins = [OwnStyles, AutoScroller, PreventSelection];

/** Plugins of lists whose items follow the pointer themselves. */
export const dragPlugins = [...previewPlugins, Feedback];

/** Part of an item that a pointer takes: its handle, or all of it except its buttons. */
export type GrabBy = 'handle' | 'item';

const distance = [new PointerActivationConstraints.Distance({ value: 5 })];

/**
 * Sensors for mouse, pen and finger; a press without movement is a click. A handle has
 * `touch-action: none`, so that a finger needs no long press. The keyboard is handled by
 * `useReorder`: dnd-kit's sensor moves by pixels and reads the layout.
 */
const handleSensors = [
  PointerSensor.configure({
    activationConstraints: () => distance,
    // Never the whole item, whose text can be selected.
    activatorElements: ({ handle }) => [handle],
  }),
];

/** On an item, a finger that moves at once scrolls; one that rests lifts the item. */
const itemSensors = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType, target }) =>
      pointerType === 'touch' && !isHandle(target)
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 5 })]
        : distance,
    preventActivation: ({ target }) =>
      target instanceof Element &&
      target.closest('button:not([data-grabs-item]), [role=menu]') !== null &&
      !isHandle(target),
  }),
];

export function sensorsOf(grabBy: GrabBy) {
  return grabBy === 'handle' ? handleSensors : itemSensors;
}

/** Return the plugins of an area in which the item itself or a preview follows the pointer. */
export function pluginsOf(follower: 'item' | 'preview') {
  return follower === 'item' ? dragPlugins : previewPlugins;
}

function isHandle(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(anyHandle) !== null;
}
