import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ScriptSync } from './scriptSync.ts';
import { toQueuedEdits } from './toQueuedEdits.ts';

test('restores an element at its former position unless one is given', () => {
  const changes = new ScriptSync(new QueryClient(), 1, 'olive');
  const edits = toQueuedEdits(
    [
      { type: 'restore', id: 7 },
      { type: 'restore', id: 8, afterId: null },
      { type: 'restore', id: 9, afterId: 8 },
    ],
    changes,
  );
  expect(edits.map((edit) => edit.type === 'restore' && edit.afterId)).toEqual([undefined, null, 8]);
});
