import { describe, expect, test } from 'vitest';
import type { Presence } from './contract/live.ts';
import { presenceChangesOf, withPresenceChanges } from './presenceChanges.ts';

const tab = (id: string, elementId: number | null = null): Presence => {
  return { id, userId: id, name: id, profileImageUrl: null, view: null, elementId };
};

describe('presenceChangesOf', () => {
  test('returns new, changed and left windows, and not the others', () => {
    const before = [tab('olive'), tab('eddie', 1), tab('cora')];
    const after = [tab('olive'), tab('eddie', 2), tab('vic')];
    const changes = presenceChangesOf(before, after);
    expect(changes).toEqual({ people: [tab('eddie', 2), tab('vic')], leftIds: ['cora'] });
    expect(changes && withPresenceChanges(before, changes)).toEqual(after);
  });

  test('returns null without a difference', () => {
    expect(presenceChangesOf([tab('olive', 1)], [tab('olive', 1)])).toBeNull();
  });
});
