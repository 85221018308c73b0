import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ownLocation } from '#web/presence/collaborators.ts';
import { useSharedView } from './useSharedView.ts';

test('useSharedView keeps the element of a line that was opened before', () => {
  ownLocation.set({ view: null, elementId: 3 });
  renderHook(() => useSharedView('script'));
  expect(ownLocation.get()).toEqual({ view: 'script', elementId: 3 });
});
