import { DragDropManager, Draggable, Feedback, PreventSelection } from '@dnd-kit/dom';
import { afterEach, expect, test } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { dragPlugins } from './drag.ts';

freshBrowser();
// jsdom has no layout, so there is no element under the pointer.
document.elementFromPoint = () => null;
afterEach(() => document.body.replaceChildren());

/** Return the number of style elements during a drag. */
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

test('a drag adds no style element, which the Content-Security-Policy would block', async () => {
  // Without the Feedback plugin, which needs a layout.
  const plugins = dragPlugins.filter((plugin) => plugin !== Feedback);
  expect(await stylesWhileDragging(new DragDropManager({ plugins }))).toBe(0);
});

test('dnd-kit adds one without our plugins', async () => {
  expect(await stylesWhileDragging(new DragDropManager({ plugins: [PreventSelection] }))).toBe(1);
});
