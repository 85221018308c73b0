import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createLazyModule } from './lazyModule.ts';
import { WhenLoaded } from './WhenLoaded.tsx';

afterEach(cleanup);

const show = (find: () => Promise<string>, onFailure = () => {}) =>
  render(
    <>
      <p>The script</p>
      <WhenLoaded part={createLazyModule(find)} onFailure={onFailure}>
        {(words) => <p>{words}</p>}
      </WhenLoaded>
    </>,
  );

test('shows the part when its code is loaded, and its neighbours all the time', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  show(() => promise);
  expect(screen.queryByText('Reports')).toBeNull();
  expect(screen.getByText('The script')).toBeTruthy();
  resolve('Reports');
  expect(await screen.findByText('Reports')).toBeTruthy();
});

test('reports code that fails to load, and keeps the screen', async () => {
  const onFailure = vi.fn();
  show(() => Promise.reject(new TypeError('Failed to fetch')), onFailure);
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce());
  expect(screen.getByText('The script')).toBeTruthy();
});

test('requests code again when the connection returns, and reports one failure', async () => {
  const onFailure = vi.fn();
  const find = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('Reports');
  show(find, onFailure);
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce());
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Reports')).toBeTruthy();
  expect(onFailure).toHaveBeenCalledOnce();
});
