import { DragDropManager, Draggable, Feedback, PreventSelection } from '@dnd-kit/dom';
import { afterEach, expect, test } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { dragPlugins } from './drag.ts';

freshBrowser();
// Nothing is laid out here, so nothing lies under the pointer.
document.elementFromPoint = () => null;
afterEach(() => document.body.replaceChildren());

/** How many style elements there are while something is dragged. */
async function stylesWhileDragging(manager: DragDropManager): Promise<number> {
  const element = document.body.appendChild(document.createElement('div'));
  const source = new Draggable({ id: 1, element }, manager);
  source.register();
  manager.actions.start({ source, coordinates: { x: 0, y: 0 } });
  await manager.renderer.rendering;
  const { length } = document.querySelectorAll('style');
  await manager.actions.stop();
  manager.destroy();
  return length;
}

test('a drag puts no style element into the page, which the Content-Security-Policy would reject', async () => {
  // Without what draws it: nothing is drawn here.
  const plugins = dragPlugins.filter((plugin) => plugin !== Feedback);
  expect(await stylesWhileDragging(new DragDropManager({ plugins }))).toBe(0);
});

test('left to itself, dnd-kit puts one there', async () => {
  expect(await stylesWhileDragging(new DragDropManager({ plugins: [PreventSelection] }))).toBe(1);
});
