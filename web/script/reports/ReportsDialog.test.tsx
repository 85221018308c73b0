import { screen as page, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import { cellsIn, formulasIn, hostileCells } from '#test/hostileTexts.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { toScriptElements } from '#web/scriptEditor/sheet/elementCasts.ts';
import { ReportsDialog } from './ReportsDialog.tsx';
import { ReportTable } from './ReportTable.tsx';

freshBrowser();

type Script = Parameters<typeof scriptRows>[0];

const ferry: Script = [
  { elementType: 'scene_heading', content: 'EXT. HARBOUR - NIGHT' },
  { elementType: 'character', content: 'MARA' },
  { elementType: 'dialogue', content: 'Forty-one. Forty-two.' },
  { elementType: 'character', content: 'TOBIAS' },
  { elementType: 'dialogue', content: 'Wait! I have a ticket!' },
  { elementType: 'scene_heading', content: 'INT. CAR DECK - DAY' },
  ...Array.from({ length: 40 }, () => ({ elementType: 'action', content: 'Engines.' }) as const),
  { elementType: 'character', content: 'MARA' },
  { elementType: 'dialogue', content: 'Twice.' },
];

function Screen({ server, went }: { server: ReturnType<typeof scriptRows>; went: number[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setIsOpen(true)}>
        Reports
      </button>
      <p tabIndex={-1}>The desk</p>
      {isOpen && (
        <ReportsDialog
          pagination={paginate(toScriptElements(server.elements), defaultFormat)}
          cueChoices={[]}
          sceneNumbers={sceneNumbersOf(server.scenes, {})}
          onGo={(id) => {
            went.push(id);
            page.getByText('The desk').focus();
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </main>
  );
}

async function open(script: Script = ferry) {
  const server = scriptRows(script);
  const went: number[] = [];
  const user = userEvent.setup();
  render(<Screen server={server} went={went} />);
  await user.click(page.getByRole('button', { name: 'Reports' }));
  return { server, went, user, dialog: within(page.getByRole('dialog', { name: 'Reports' })) };
}

type Opened = Awaited<ReturnType<typeof open>>;

const turnTo = ({ user, dialog }: Opened, name: string) => user.click(dialog.getByRole('tab', { name }));
/** The cells of the rows below the head. */
const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.trim().replace(/\s+/g, ' ')),
  );

test('the overview counts pages, scenes, words, running time and speaking parts', async () => {
  const { dialog } = await open();
  const figures = [...document.querySelectorAll('dl > div')].map((each) => [
    each.querySelector('dt')?.textContent,
    each.querySelector('dd')?.textContent,
  ]);
  expect(figures).toEqual([
    ['Pages', '2'],
    ['Scenes', '2'],
    ['Words', '58'],
    ['Estimated running time', '1 min 45 s'],
    ['Speaking parts', '2'],
  ]);
  expect(dialog.getByText('A page is counted as a minute.')).toBeTruthy();
  expect(cells().map(([name]) => name)).toEqual(['2 INT. CAR DECK - DAY', '1 EXT. HARBOUR - NIGHT']);
});

test('characters are sorted by words, and by any column that is clicked', async () => {
  const opened = await open();
  await turnTo(opened, 'Characters');
  expect(cells()).toEqual([
    ['TOBIAS', '1', '5', '1', '0', '1'],
    ['MARA', '2', '3', '2', '0', '1–2'],
  ]);
  const { dialog, user } = opened;
  await user.click(dialog.getByRole('button', { name: 'Speeches' }));
  expect(cells().map(([name]) => name)).toEqual(['MARA', 'TOBIAS']);
  const head = dialog.getByRole('columnheader', { name: 'Speeches' });
  expect(head.getAttribute('aria-sort')).toBe('descending');
  await user.click(dialog.getByRole('button', { name: 'Speeches' }));
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  expect(cells().map(([name]) => name)).toEqual(['TOBIAS', 'MARA']);
  await user.click(dialog.getByRole('button', { name: 'Character' }));
  expect(head.getAttribute('aria-sort')).toBe('none');
  expect(cells().map(([name]) => name)).toEqual(['MARA', 'TOBIAS']);
});

test('lists the scenes with their cast, and in the order of a schedule', async () => {
  const opened = await open([
    ...ferry,
    { elementType: 'scene_heading', content: 'EXT. HARBOUR - DAY' },
    { elementType: 'action', content: 'Tobias waits.' },
  ]);
  await turnTo(opened, 'Scenes');
  expect(cells()).toEqual([
    ['1 EXT. HARBOUR - NIGHT', '1', '2/8', 'MARA, TOBIAS', ''],
    ['2 INT. CAR DECK - DAY', '1', '1 5/8', 'MARA', ''],
    ['3 EXT. HARBOUR - DAY', '2', '1/8', '', 'TOBIAS'],
  ]);
  await turnTo(opened, 'One-line');
  expect(cells().map(([name]) => name)).toEqual([
    '3 EXT. HARBOUR - DAY',
    '1 EXT. HARBOUR - NIGHT',
    '2 INT. CAR DECK - DAY',
  ]);
});

test('lists locations with scenes and eighths', async () => {
  const opened = await open();
  await turnTo(opened, 'Locations');
  expect(cells()).toEqual([
    ['CAR DECK', '1', '1 5/8'],
    ['HARBOUR', '1', '2/8'],
  ]);
});

test('shows day and night with their shares', async () => {
  const opened = await open();
  await turnTo(opened, 'Day and night');
  expect(cells()).toEqual([
    ['Interior, day', '1', '1 5/8', '87%'],
    ['Exterior, night', '1', '2/8', '13%'],
  ]);
});

test('a click on a row closes the dialog and focuses its element', async () => {
  const opened = await open();
  await turnTo(opened, 'Characters');
  await opened.user.click(opened.dialog.getByRole('button', { name: 'TOBIAS' }));
  expect(page.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(opened.went).toEqual([opened.server.elements[3]?.id]));
  expect(document.activeElement?.textContent).toBe('The desk');
});

test('returns the focus to the button when it closes without a choice', async () => {
  const { user, went } = await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Reports'));
  expect(went).toEqual([]);
});

test('copies a table for spreadsheets in its present order', async () => {
  const opened = await open();
  await turnTo(opened, 'Characters');
  await opened.user.click(opened.dialog.getByRole('button', { name: 'Speeches' }));
  await opened.user.click(opened.dialog.getByRole('button', { name: 'Copy as CSV' }));
  expect(await opened.dialog.findByText('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(
    'Character,Speeches,Words,Speaks in,Silent in,Pages\r\nMARA,2,3,2,0,1–2\r\nTOBIAS,1,5,1,0,1',
  );
});

test('copies formulas as text, in the first and in other columns', async () => {
  const rows = hostileCells.map((text, index) => ({ text, index }));
  render(
    <ReportTable
      label="Texts"
      rows={rows}
      keyOf={({ index }) => index}
      onRow={() => {}}
      columns={[
        { label: 'Text', value: ({ text }) => text },
        { label: 'Count', value: ({ index }) => -index },
        { label: 'Note', value: ({ index }) => index, copied: ({ text }) => text },
      ]}
    />,
  );
  await userEvent.setup().click(page.getByRole('button', { name: 'Copy as CSV' }));
  await page.findByText('Copied');
  const copied = await navigator.clipboard.readText();
  expect(formulasIn(copied)).toEqual([]);
  expect(cellsIn(copied).map((cells) => cells[1])).toEqual([
    'Count',
    ...rows.map(({ index }) => `${-index}`),
  ]);
});

test('shows a message if the browser cannot copy', async () => {
  const { user, dialog } = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await user.click(dialog.getByRole('button', { name: 'Copy as CSV' }));
  expect(await dialog.findByText(/Select the table and copy it yourself/)).toBeTruthy();
});

test('shows for an empty script how to begin', async () => {
  const { dialog } = await open([]);
  expect(dialog.getByText(/Write the first line of the script/)).toBeTruthy();
  expect(dialog.queryByRole('tab')).toBeNull();
});

test('explains the tables of a script without scenes or speech', async () => {
  const opened = await open([{ elementType: 'action', content: 'Rain.' }]);
  await turnTo(opened, 'Characters');
  expect(opened.dialog.getByText(/Nobody speaks yet/)).toBeTruthy();
  await turnTo(opened, 'Day and night');
  expect(opened.dialog.getByText(/There are no scenes yet/)).toBeTruthy();
});
