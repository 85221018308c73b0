import { screen as page, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cellsIn, formulasIn, hostileCells } from '#test/hostileTexts.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { CsvButton } from './CsvButton.tsx';
import { nextFile } from './testing.tsx';

freshBrowser();

test('CsvButton saves formulas as text and numbers as numbers, after a byte order mark', async () => {
  const rows = hostileCells.map((text, index) => ({ text, index }));
  render(
    <CsvButton
      label="Texts"
      columns={[
        { title: 'Text', cell: ({ text }) => text },
        { title: '=Value', cell: () => null, value: ({ text }) => text },
        { title: 'Count', cell: () => null, value: ({ index }) => -index },
      ]}
      pages={() => [rows.slice(0, 10), rows.slice(10)]}
    />,
  );
  const file = nextFile();
  await userEvent.setup().click(page.getByRole('button', { name: 'Download CSV: Texts' }));
  const csv = await file;
  expect(formulasIn(csv)).toEqual([]);
  const lines = cellsIn(csv).slice(0, -1);
  expect(lines.map((cells) => cells[2])).toEqual(['Count', ...rows.map(({ index }) => `${-index}`)]);
});
