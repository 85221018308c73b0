import { act, fireEvent, screen as page, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { reportServerReached, reportServerUnreached } from '#web/lib/connection.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { Generate } from './Generate.tsx';

freshBrowser();

const open: PricedAction = { status: 'open', price: '20 credits', low: null };

function show(offer: PricedAction, isRunning = false) {
  const calls = { onGenerate: vi.fn(), onCancel: vi.fn(), onRetry: vi.fn() };
  const control = (running: boolean) => (
    <Generate label="Generate avatar" doing="Drawing" offer={offer} isRunning={running} {...calls} />
  );
  const { rerender } = render(control(isRunning));
  return { ...calls, run: (running: boolean) => rerender(control(running)) };
}

test('shows the price on the button', () => {
  const { onGenerate } = show(open);
  fireEvent.click(page.getByRole('button', { name: 'Generate avatar 20 credits' }));
  expect(onGenerate).toHaveBeenCalledOnce();
});

test('links to buying credits when the balance may be too low', () => {
  show({ ...open, low: '3 credits left' });
  expect(page.getByText(/3 credits left/)).toBeTruthy();
  expect(page.getByRole('link', { name: 'Buy Credits' }).getAttribute('href')).toBe('/buy-credits');
});

test('shows no button while the price loads, nor when the feature is closed', () => {
  show({ status: 'coming' });
  show({ status: 'closed', why: 'AI is switched off in this project.' });
  expect(page.queryByRole('button')).toBeNull();
  expect(page.getByText('AI is switched off in this project.')).toBeTruthy();
});

test('offers a retry when the price could not be loaded', () => {
  const { onRetry } = show({ status: 'unknown' });
  fireEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('stays enabled after one failed call while the browser is online', () => {
  const { onGenerate } = show(open);
  act(reportServerUnreached);
  fireEvent.click(page.getByRole('button', { name: 'Generate avatar 20 credits' }));
  expect(onGenerate).toHaveBeenCalledOnce();
  act(reportServerReached);
});

test('is disabled without a connection, with the reason', () => {
  const { onGenerate } = show(open);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(reportServerUnreached);
  fireEvent.click(page.getByRole('button', { name: 'Generate avatar 20 credits' }));
  expect(onGenerate).not.toHaveBeenCalled();
  expect(page.getByText('Requires a connection.')).toBeTruthy();
  act(reportServerReached);
  fireEvent.click(page.getByRole('button', { name: 'Generate avatar 20 credits' }));
  expect(onGenerate).toHaveBeenCalledOnce();
  expect(page.queryByText('Requires a connection.')).toBeNull();
});

test('counts the seconds while it runs, and can be cancelled', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  const { onCancel } = show(open, true);
  expect(page.getByRole('status').textContent).toBe('Drawing');
  act(() => vi.advanceTimersByTime(3000));
  expect(page.getByText('Drawing… 3 s')).toBeTruthy();
  fireEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

test('moves the focus to the container of Cancel, so that a second press cancels nothing', () => {
  const { run } = show(open);
  page.getByRole('button').focus();
  run(true);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  expect(document.activeElement).not.toBe(cancel);
  expect(document.activeElement?.contains(cancel)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});
