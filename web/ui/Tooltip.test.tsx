import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Tooltip, tooltipDelayMs, tooltipSkipDelayMs } from './Tooltip.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;

/** Move the pointer from the other buttons to one. */
function enter(name: string): void {
  for (const other of screen.getAllByRole('button')) fireEvent.pointerLeave(other);
  const button = screen.getByText(name);
  fireEvent.pointerEnter(button);
  fireEvent.pointerMove(button);
}

describe('Tooltip', () => {
  test('opens after a delay, and at once if another one is open or has just closed', () => {
    render(
      <>
        <Tooltip text="Undo">
          <button type="button">One</button>
        </Tooltip>
        <Tooltip text="Redo">
          <button type="button">Two</button>
        </Tooltip>
      </>,
    );
    enter('One');
    wait(tooltipDelayMs - 1);
    expect(shown()).toBe(null);
    wait(1);
    expect(shown()).toBe('Undo');
    enter('Two');
    wait(0);
    expect(shown()).toBe('Redo');
    const close = () => fireEvent.keyDown(document, { key: 'Escape' });
    close();
    wait(tooltipSkipDelayMs - 1);
    enter('One');
    wait(0);
    expect(shown()).toBe('Undo');
    close();
    wait(tooltipSkipDelayMs);
    enter('Two');
    wait(tooltipDelayMs - 1);
    expect(shown()).toBe(null);
  });
});
