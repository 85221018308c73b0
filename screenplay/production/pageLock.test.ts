import { describe, expect, test } from 'vitest';
import { action, element } from '#test/script.ts';
import type { LockedPlace, ScriptElement } from '../element.ts';
import { lockedStartsOf } from './pageLock.ts';

const lock = { id: 7, labels: ['1', '2', '3'] };

const locked = (content: string, place: Omit<LockedPlace, 'lock'>, more: object = {}): ScriptElement =>
  element('action', content, { extras: { ...more, lockedPlace: { lock: 7, ...place } } });

/** Two paragraphs on each of three pages. */
const [a, b, c, d, e, f] = ['Wind.', 'Rain.', 'Fog.', 'Sun.', 'Ice.', 'Hail.'].map((text, order) =>
  locked(text, { order, page: Math.floor(order / 2) }),
) as [ScriptElement, ScriptElement, ScriptElement, ScriptElement, ScriptElement, ScriptElement];

const startsOf = (...elements: ScriptElement[]) =>
  lockedStartsOf(elements, lock).map(({ page, elementIndex, at }) => {
    const label = lock.labels[page];
    return `${label}: ${elements[elementIndex]?.content.slice(Math.max(0, at))}`;
  });

describe('lockedStartsOf', () => {
  test('begins a page with its first paragraph', () => {
    expect(startsOf(a, b, c, d, e, f)).toEqual(['1: Wind.', '2: Fog.', '3: Ice.']);
  });

  test('puts a new paragraph on the page of the one above', () => {
    expect(startsOf(a, b, action('New.'), c, d, e)).toEqual(['1: Wind.', '2: Fog.', '3: Ice.']);
  });

  test('begins a page with what is left of it', () => {
    expect(startsOf(a, b, d, e, f)).toEqual(['1: Wind.', '2: Sun.', '3: Ice.']);
  });

  test('leaves out a page whose paragraphs are gone', () => {
    expect(startsOf(a, b, e, f)).toEqual(['1: Wind.', '3: Ice.']);
  });

  test('begins a page with the next paragraph if its first one moves', () => {
    expect(startsOf(c, a, b, d, e, f)).toEqual(['1: Wind.', '2: Sun.', '3: Ice.']);
    expect(startsOf(b, c, d, a, e, f)).toEqual(['1: Rain.', '2: Fog.', '3: Ice.']);
  });

  test('ignores the places of an earlier lock', () => {
    const old = element('action', 'Old.', { extras: { lockedPlace: { lock: 6, order: 0, page: 2 } } });
    expect(startsOf(a, old, c)).toEqual(['1: Wind.', '2: Fog.']);
  });

  test('keeps a page that begins inside a paragraph at its words', () => {
    const text = 'The ferry leaves. The rain begins.';
    const inside = (content: string) => locked(content, { order: 0, page: 0, starts: [[1, 18]], text });
    expect(startsOf(inside(text), e)).toEqual([
      '1: The ferry leaves. The rain begins.',
      '2: The rain begins.',
      '3: Ice.',
    ]);
    expect(startsOf(inside('The old ferry leaves. The rain begins.'))[1]).toBe('2: The rain begins.');
    expect(startsOf(inside('The ferry leaves. rain begins.'))[1]).toBe('2: rain begins.');
    expect(startsOf(inside('The ferry leaves.'), d, e)).toEqual([
      '1: The ferry leaves.',
      '2: Sun.',
      '3: Ice.',
    ]);
  });

  test('keeps the words of a page if their paragraph is split before them', () => {
    const text = 'The ferry leaves. The rain begins.';
    const head = (content: string) => locked(content, { order: 0, page: 0, starts: [[1, 18]], text });
    expect(startsOf(head('The ferry'), action('leaves. The rain begins.'), e)).toEqual([
      '1: The ferry',
      '2: The rain begins.',
      '3: Ice.',
    ]);
    expect(startsOf(head('The ferry leaves.'), action('The night.'), e)).toEqual([
      '1: The ferry leaves.',
      '3: Ice.',
    ]);
  });

  test('begins a page with a blank paragraph above its text', () => {
    const blanksBefore = [{ type: 'Action' }, { type: 'Action' }];
    const blank = locked('Fog.', { order: 2, page: 0, starts: [[1, -1]] }, { blanksBefore });
    expect(lockedStartsOf([a, blank], lock)).toMatchObject([
      { page: 0 },
      { page: 1, elementIndex: 1, at: -1 },
    ]);
  });
});
