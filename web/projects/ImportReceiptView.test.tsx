import { screen as page, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { countByType } from '#screenplay/elementTypes/table.ts';
import { ImportReceiptView } from './ImportReceiptView.tsx';
import type { ImportReply } from './projectActions.data.ts';

test('shows uncertain places of a PDF with the lines of their pages', () => {
  const receipt = {
    countsByType: countByType([]),
    kept: [],
    uncertain: ['1 cue has lower-case letters: “Mara” (page 3)'],
    shortened: [],
    places: [
      {
        reason: 'a cue with lower-case letters',
        page: 3,
        yPoints: 300,
        excerpt: '     Mara\n  Room four.',
      },
    ],
  };
  const reply = { counts: { scenes: 1, elements: 2, characters: 1 }, receipt } as unknown as ImportReply;
  render(<ImportReceiptView reply={reply} file={new File([], 'script.pdf')} />);
  const place = page.getByText('Page 3: a cue with lower-case letters').closest('figure');
  expect(place?.querySelector('pre')?.textContent).toBe('     Mara\n  Room four.');
});
