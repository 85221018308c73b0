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

/** Without a style element: our Content-Security-Policy lets none in, so the rules are in drag.css. */
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
 * Mouse, pen and finger; a press that does not move is a click. A handle says `touch-action: none`, so a finger
 * on it needs no long press. The keyboard is not dnd-kit's: it moves by pixels and asks layout for the rest.
 */
export const dragSensors = [
  PointerSensor.configure({
    activationConstraints: () => [new PointerActivationConstraints.Distance({ value: 5 })],
    // Never the whole item: in one that shows no handle just now, text can be selected.
    activatorElements: ({ handle }) => [handle],
  }),
];
