import { fireEvent, screen as page, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import type { ContextPreview } from './givenWords.ts';
import { ReachChoice } from './ReachChoice.tsx';

freshBrowser();

const reaches: ContextPreview['reaches'] = [
  { reach: 'scene', price: { upTo: 1 }, size: 800, omittedScenes: 0, improvementsPrice: null },
  { reach: 'relevant', price: { upTo: 2 }, size: 12_000, omittedScenes: 0, improvementsPrice: null },
  { reach: 'whole', price: { upTo: 9 }, size: 90_000, omittedScenes: 3, improvementsPrice: null },
];

const choice = (name: RegExp) => page.getByRole<HTMLInputElement>('radio', { name });

test('offers the scene only with a selected line, and shows the prices of the others', () => {
  const onChoose = vi.fn();
  const shown = (hasSelection: boolean) => (
    <ReachChoice reaches={reaches} chosen="relevant" hasSelection={hasSelection} onChoose={onChoose} />
  );
  const { rerender } = render(shown(false));
  expect([choice(/^This scene.*needs a selection/).disabled, choice(/^Relevant parts/).checked]).toEqual([
    true,
    true,
  ]);
  expect(choice(/^Whole script/).closest('label')?.textContent).toContain('9 credits');
  rerender(shown(true));
  expect(choice(/^This scene/).disabled).toBe(false);
  fireEvent.click(choice(/^This scene/));
  expect(onChoose).toHaveBeenCalledWith('scene');
});

test('names the parts without room only where the whole script is chosen', () => {
  const shown = (chosen: 'relevant' | 'whole') => (
    <ReachChoice reaches={reaches} chosen={chosen} hasSelection onChoose={() => {}} />
  );
  const { rerender } = render(shown('whole'));
  expect(page.getByText('The model has no room for 3 scenes.')).toBeTruthy();
  rerender(shown('relevant'));
  expect(page.queryByText(/has no room/)).toBeNull();
});
