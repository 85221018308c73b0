import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { edit, liveField, openScript, write } from '#web/script/testing/openScript.tsx';

/** Counts how often the components around the line were rendered. */
const draws = vi.hoisted(() => ({ bar: 0, below: 0, panel: 0, buttons: 0 }));
vi.mock('../../script/bars/EditorBar.tsx', async (original) => counted(await original(), 'BarOnDesk', 'bar'));
vi.mock('../bottomInput/AddArea.tsx', async (original) => counted(await original(), 'AddArea', 'below'));
vi.mock('../../script/panel/SidePanel.tsx', async (original) =>
  counted(await original(), 'SidePanel', 'panel'),
);
vi.mock('../../script/panel/PanelButtons.tsx', async (original) =>
  counted(await original(), 'PanelButtons', 'buttons'),
);

function counted(file: object, name: string, of: keyof typeof draws) {
  const View = Reflect.get(file, name) as (props: object) => unknown;
  return {
    ...file,
    [name]: (props: object) => {
      draws[of]++;
      return View(props);
    },
  };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a typed letter renders its line, but neither the bar nor the panel nor the bottom input', async () => {
  await openScript();
  const field = edit('Mara takes the last ladder sideways.');
  write(field, 'Mara takes the last ladder.');
  const before = { ...draws };
  write(liveField(), 'Mara takes the last ladder. N');
  write(liveField(), 'Mara takes the last ladder. No');
  expect(draws).toEqual(before);
});

test('moving to another line does not render the bar, whether the line was stored or not', async () => {
  const { server } = await openScript();
  const goOn = async (text: string) => {
    write(liveField(), text);
    fireEvent.keyDown(liveField(), { key: 'Enter' });
    await waitFor(() => expect(server.elements.map(({ content }) => content)).toContain(text));
    await screen.findByText('Saved');
  };
  edit('Mara takes the last ladder sideways.');
  await goOn('Mara takes the last ladder.');
  await goOn('One.');
  const { bar } = draws;
  await goOn('Two.');
  expect(draws.bar).toBe(bar);
});
