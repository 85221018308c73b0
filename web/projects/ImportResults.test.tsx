import { fireEvent, screen as page, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { countByType } from '#screenplay/elementTypes/table.ts';
import { ImportResults } from './ImportResults.tsx';
import type { ImportReply } from './projectActions.data.ts';

test('shows the receipt of one of several files with its uncertain places when it is opened', () => {
  const receipt = {
    countsByType: countByType([]),
    kept: [],
    uncertain: ['1 cue has lower-case letters: “Mara” (page 3)'],
    shortened: [],
    places: [{ reason: 'a cue with lower-case letters', page: 3, yPoints: 300, excerpt: 'Mara' }],
  };
  const counts = { scenes: 1, elements: 2, characters: 1 };
  const reply = { project: { id: 1, name: 'print' }, counts, receipt } as unknown as ImportReply;
  const imported = { status: 'imported' as const, reply };
  render(
    <ImportResults
      results={[
        { id: 1, fileName: 'print.pdf', file: new File([], 'print.pdf'), ...imported },
        { id: 2, fileName: 'two', status: 'rejected', reason: 'Please select an FDX file.' },
      ]}
    />,
  );
  expect(page.queryByText('Page 3: a cue with lower-case letters')).toBeNull();
  fireEvent.click(page.getByRole('button', { name: /^Receipt, 1 to check\s*, print\.pdf$/ }));
  expect(page.getByText('Page 3: a cue with lower-case letters')).toBeTruthy();
});
