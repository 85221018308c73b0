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
 * For every DragDropProvider. OwnStyles goes first, before those that have rules to inject.
 * Its own live region is left out: we say the moves in our words.
 */
export const dragPlugins = [OwnStyles, AutoScroller, Feedback, PreventSelection];

/**
 * Sensors for mouse, pen and finger; a press without movement is a click. A handle has
 * `touch-action: none`, so that a finger needs no long press. The keyboard is handled by us:
 * dnd-kit's sensor moves by pixels and reads the layout.
 */
export const dragSensors = [
  PointerSensor.configure({
    activationConstraints: () => [new PointerActivationConstraints.Distance({ value: 5 })],
    // Never the whole item: in one that shows no handle just now, text can be selected.
    activatorElements: ({ handle }) => [handle],
  }),
];
