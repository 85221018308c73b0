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
import { Button } from './Button.tsx';
import { Toaster } from './Toaster.tsx';

freshBrowser();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.runAllTimers();
});

const show = (message: ToastMessage) => act(() => void toast(message));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('shows one toast at a time, which the next one replaces', () => {
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

test('lets the caller dismiss its toast', () => {
  render(<Toaster />);
  let takeBack = () => {};
  act(() => {
    takeBack = toast({ title: 'Export started' }).dismiss;
  });
  act(takeBack);
  expect(page.queryByText('Export started')).toBeNull();
});

test('moves to another corner if a main button is in its own, unless all corners have one', () => {
  const box = (left: number, top: number, width: number, height: number) =>
    new DOMRect(left, top, width, height);
  const corners: Record<string, DOMRect> = {
    usual: box(1000, 820, 416, 56),
    other: box(24, 820, 416, 56),
    third: box(1000, 24, 416, 56),
  };
  const rects = new Map<Element, DOMRect>();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
    const place = this.closest<HTMLElement>('[data-place]')?.dataset.place;
    return rects.get(this) ?? (place === undefined ? box(0, 0, 0, 0) : (corners[place] ?? box(0, 0, 0, 0)));
  });
  render(
    <>
      <Toaster />
      <Button kind="primary">Save</Button>
    </>,
  );
  const place = () => page.getByText('Saved').closest<HTMLElement>('[data-place]')?.dataset.place;
  const save = page.getByRole('button', { name: 'Save' });
  const showAt = (rect: DOMRect) => {
    rects.set(save, rect);
    show({ title: 'Saved' });
    return place();
  };
  expect(showAt(box(600, 400, 90, 32))).toBe('usual');
  expect(showAt(box(1300, 840, 90, 32))).toBe('other');
  expect(showAt(box(30, 840, 1300, 32))).toBe('third');
  expect(showAt(box(0, 0, 1440, 900))).toBe('usual');
  vi.restoreAllMocks();
});
