import { describe, expect, test } from 'vitest';
import { bundled, nextBundle, possiblySent, separated } from './bundle.ts';
import type { Change, QueuedEdit } from './change.ts';

const text = (id: number, content = 'Fog.'): QueuedEdit => ({ type: 'update', id, fields: { content } });
const change = (key: string, edits: QueuedEdit[], more: Partial<Change> = {}): Change => ({
  ...{ key, label: null, edits, type: 'edit' },
  ...more,
});
const keysOf = (changes: readonly Change[]) => changes.map(({ key }) => key).join(' ');
const never = () => false;
const three = [change('a', [text(1)]), change('b', [text(2)]), change('c', [text(3)])];

describe('nextBundle', () => {
  test('returns no change of an empty outbox', () => {
    expect(nextBundle([], never)).toEqual([]);
  });

  test('returns all changes of different elements', () => {
    expect(keysOf(nextBundle(three, never))).toBe('a b c');
  });

  test.for<[string, Change, string]>([
    ['of an element that is in it', change('b', [text(1)]), 'a'],
    ['with a label', change('b', [text(2)], { label: 'Paste' }), 'a'],
    ['by undo', change('b', [text(2)], { type: 'undo' }), 'a'],
    ['that was rejected with others', change('b', [text(2)], { isAlone: true }), 'a'],
    ['that moves elements', change('b', [{ type: 'move', ids: [2], afterId: 1 }]), 'a'],
    [
      'that copies an element',
      change('b', [
        {
          ...{ type: 'insert', afterId: 1 },
          elements: [{ key: -2, elementType: 'action', content: 'Fog.', source: { projectId: 1, id: 1 } }],
        },
      ]),
      'a',
    ],
    ['longer than a call', change('b', [text(2, 'x'.repeat(100_000))]), 'a'],
    ['of another element', change('b', [text(2)]), 'a b c'],
  ])('ends before a change %s', ([_, second, expected]) => {
    const pending = [change('a', [text(1)]), second, change('c', [text(3)])];
    expect(keysOf(nextBundle(pending, never))).toBe(expected);
  });

  test('leaves out the line that is being written, which grows', () => {
    const line = change('d', [text(4)], { isTyping: true });
    expect(keysOf(nextBundle([...three, line], never))).toBe('a b c');
    expect(keysOf(nextBundle([line, ...three], never))).toBe('d a b c');
  });

  test('leaves out changes that may have been sent separately', () => {
    expect(keysOf(nextBundle(three, (key) => key === 'a'))).toBe('a');
    expect(keysOf(nextBundle(three, (key) => key === 'c'))).toBe('a b');
  });

  test('repeats a call with the same changes', () => {
    const sent = bundled(three.slice(0, 2));
    expect(keysOf(nextBundle([...sent, change('c', [text(3)])], () => true))).toBe('a b');
  });

  test('sends the rest of a call separately if one of its changes was discarded', () => {
    const [, second] = bundled(three.slice(0, 2));
    expect(keysOf(nextBundle(second ? [second] : [], () => true))).toBe('b');
  });

  test('returns at most 100 changes', () => {
    const many = Array.from({ length: 150 }, (_, index) => change(String(index), [text(index)]));
    expect(nextBundle(many, never)).toHaveLength(100);
  });
});

describe('bundled', () => {
  test('gives several changes one key, and keeps the key of a repeated call', () => {
    const sent = bundled(three);
    expect(new Set(sent.map(({ bundle }) => bundle?.key)).size).toBe(1);
    expect(bundled(sent)).toEqual(sent);
  });

  test('removes the key from a single change', () => {
    expect(bundled(bundled(three).slice(0, 1))).toEqual(three.slice(0, 1));
  });
});

test('separated sends each change of a rejected call alone', () => {
  const apart = separated(bundled(three));
  expect(apart.every(({ bundle }) => bundle === undefined)).toBe(true);
  expect(keysOf(nextBundle(apart, never))).toBe('a');
});

test('possiblySent returns the first change and those of its call', () => {
  expect(keysOf(possiblySent(three))).toBe('a');
  expect(keysOf(possiblySent([...bundled(three.slice(0, 2)), change('c', [text(3)])]))).toBe('a b');
});
