import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fromCall } from './fromCall.ts';
import { ScriptChanges } from './scriptChanges.ts';

test('what comes back goes where it stood, unless a place is named', () => {
  const changes = new ScriptChanges(new QueryClient(), 1, 'olive');
  const edits = fromCall(
    [
      { does: 'restore', id: 7 },
      { does: 'restore', id: 8, afterId: null },
      { does: 'restore', id: 9, afterId: 8 },
    ],
    changes,
  );
  expect(edits.map((edit) => edit.does === 'restore' && edit.afterId)).toEqual([undefined, null, 8]);
});
