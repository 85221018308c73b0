import { act, fireEvent, screen as page, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import {
  currentToasts,
  dismissToast,
  type ToastMessage,
  toast,
  toastDurationMs,
  toastRemoveDelayMs,
} from '#web/lib/toast.ts';
import { Toaster } from './Toaster.tsx';

freshBrowser();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.runAllTimers();
});

const show = (message: ToastMessage) => act(() => void toast(message));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('only one toast shows at a time: the next one replaces it', () => {
  render(<Toaster />);
  show({ title: 'Export started' });
  show({ title: 'Export complete' });
  expect(page.getByText('Export complete')).toBeTruthy();
  expect(page.queryByText('Export started')).toBeNull();
  expect(currentToasts()).toHaveLength(1);
});

test('a toast stays for 5000 ms and no longer', () => {
  render(<Toaster />);
  show({ title: 'Export complete' });
  pass(4999);
  expect(page.queryByText('Export complete')).toBeTruthy();
  pass(1);
  expect(page.queryByText('Export complete')).toBeNull();
  expect(toastDurationMs).toBe(5000);
});

test('a dismissed toast is hidden at once and leaves the state after 1,000,000 ms', () => {
  render(<Toaster />);
  show({ title: 'Export complete' });
  act(() => page.getByRole('button', { name: 'Close' }).click());
  expect(page.queryByText('Export complete')).toBeNull();
  pass(999_999);
  expect(currentToasts()).toHaveLength(1);
  pass(1);
  expect(currentToasts()).toHaveLength(0);
  expect(toastRemoveDelayMs).toBe(1_000_000);
});

test('a toast has title, description, an action and a close button', () => {
  render(<Toaster />);
  const onClick = vi.fn();
  show({
    title: 'Export failed',
    description: 'Please try again.',
    variant: 'destructive',
    action: { label: 'Again', onClick },
  });
  expect(page.getByText('Please try again.')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Close' })).toBeTruthy();
  act(() => page.getByRole('button', { name: 'Again' }).click());
  expect(onClick).toHaveBeenCalledOnce();
  expect(page.queryByText('Export failed')).toBeNull();
});

test('F8 moves the focus to the notifications', () => {
  render(<Toaster />);
  show({ title: 'Export complete' });
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(page.getByRole('region', { name: /Notifications.*F8/ }).contains(document.activeElement)).toBe(true);
});

test('whoever showed a toast can take it back', () => {
  render(<Toaster />);
  let takeBack = () => {};
  act(() => {
    takeBack = toast({ title: 'Export started' }).dismiss;
  });
  act(takeBack);
  expect(page.queryByText('Export started')).toBeNull();
});
