import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { memoWithStableHandlers } from './memoWithStableHandlers.tsx';

afterEach(cleanup);

interface Props {
  label: string;
  onPress?: (() => void) | undefined;
}

/** Create a component that counts its renders. */
function counted() {
  const drawn = vi.fn();
  const View = memoWithStableHandlers(({ label, onPress }: Props) => {
    drawn();
    return (
      <button type="button" disabled={!onPress} onClick={onPress}>
        {label}
      </button>
    );
  });
  return { View, drawn };
}

test('does not re-render for another handler, and calls the latest', () => {
  const { View, drawn } = counted();
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender } = render(<View label="Save" onPress={first} />);
  rerender(<View label="Save" onPress={second} />);
  expect(drawn).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button'));
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
});

test('re-renders for another text, and for an added or removed handler', () => {
  const { View, drawn } = counted();
  const { rerender } = render(<View label="Save" onPress={vi.fn()} />);
  rerender(<View label="Saved" onPress={vi.fn()} />);
  expect(screen.getByRole('button').textContent).toBe('Saved');
  rerender(<View label="Saved" onPress={undefined} />);
  expect(screen.getByRole('button').hasAttribute('disabled')).toBe(true);
  expect(drawn).toHaveBeenCalledTimes(3);
});
