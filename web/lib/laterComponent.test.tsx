import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { laterComponent } from './laterComponent.tsx';
import { createLazyModule } from './lazyModule.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Bar({ name }: { name: string }) {
  return <p>{name}</p>;
}

describe('laterComponent', () => {
  test('keeps the place and requests the code only after the page was painted', async () => {
    vi.useFakeTimers();
    const find = vi.fn(async () => ({ Bar }));
    const parts = createLazyModule(find);
    const Later = laterComponent(
      parts,
      (loaded) => loaded.Bar,
      () => <p>place</p>,
    );
    render(<Later name="bar" />);
    expect(screen.getByText('place')).toBeTruthy();
    expect(find).not.toHaveBeenCalled();
    await act(() => vi.runAllTimersAsync());
    expect(screen.getByText('bar')).toBeTruthy();
    expect(screen.queryByText('place')).toBeNull();
  });

  test('renders code that is loaded already at once', async () => {
    const parts = createLazyModule(async () => ({ Bar }));
    await parts.load();
    const Later = laterComponent(parts, (loaded) => loaded.Bar);
    render(<Later name="bar" />);
    expect(screen.getByText('bar')).toBeTruthy();
  });
});
