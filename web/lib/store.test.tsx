import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { afterPaint, batch, createStore, derived, useStore } from './store.ts';

const position = createStore({ page: 1, line: 1 });
const draw = vi.fn();

function Page() {
  const page = useStore(position, (now) => now.page);
  draw();
  return <p>Page {page}</p>;
}

const [line, count] = [createStore('INT. LAB'), createStore(1)];
const drawStatus = vi.fn();

function Status() {
  const text = `${useStore(afterPaint(line))}, ${useStore(afterPaint(count))}`;
  drawStatus(text);
  return <p>{text}</p>;
}

test('a store notifies its listeners about other values, not about the same one', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const end = store.watch(listener);
  store.set(2);
  store.set(2);
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
  end();
  store.set(3);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('notifies once about a batch of changes, after all of them', () => {
  const [first, second] = [createStore(1), createStore(2)];
  const sum = derived([first, second], (one, other) => one + other);
  const values: number[] = [];
  const end = sum.watch(() => values.push(sum.get()));
  batch(() => {
    first.set(3);
    batch(() => second.set(4));
    expect([sum.get(), values]).toEqual([7, []]);
  });
  expect(values).toEqual([7]);
  end();
});

test('computes derived values on demand, and again only after a change', () => {
  const [first, second] = [createStore('INT.'), createStore('DECK')];
  const make = vi.fn((one: string, other: string) => `${one} ${other}`);
  const heading = derived([first, second], make);
  expect(make).not.toHaveBeenCalled();
  expect([heading.get(), heading.get(), make.mock.calls.length]).toEqual(['INT. DECK', 'INT. DECK', 1]);
  second.set('BRIDGE');
  expect([heading.get(), make.mock.calls.length]).toEqual(['INT. BRIDGE', 2]);
});

test('notifies watchers of derived values about each source', () => {
  const [first, second] = [createStore(1), createStore(2)];
  const listener = vi.fn();
  const end = derived([first, second], (one, other) => one + other).watch(listener);
  first.set(3);
  second.set(4);
  expect(listener).toHaveBeenCalledTimes(2);
  end();
  first.set(5);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('re-renders a component that shows a part only when that part changes', () => {
  render(<Page />);
  act(() => position.set({ page: 1, line: 2 }));
  expect(draw).toHaveBeenCalledTimes(1);
  act(() => position.set({ page: 2, line: 1 }));
  expect(draw).toHaveBeenCalledTimes(2);
  expect(screen.getByText('Page 2')).toBeDefined();
});

test('updates deferred values once after the frame, however many stores changed', async () => {
  render(<Status />);
  act(() => {
    line.set('INT. LAB - NIGHT');
    line.set('INT. LAB - DAY');
    count.set(2);
  });
  expect(screen.queryByText('INT. LAB, 1')).not.toBeNull();
  expect(await screen.findByText('INT. LAB - DAY, 2')).toBeTruthy();
  expect(drawStatus.mock.calls).toEqual([['INT. LAB, 1'], ['INT. LAB - DAY, 2']]);
});

test('a deferred store without listeners is current', () => {
  const store = createStore(1);
  const end = afterPaint(store).watch(() => {});
  store.set(2);
  expect(afterPaint(store).get()).toBe(1);
  end();
  expect(afterPaint(store).get()).toBe(2);
});
