import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorTexts } from '#shared/errors.ts';
import { ApiError } from '#web/lib/api.ts';
import type { Change, QueuedEdit } from './change.ts';
import { withLocalId } from './localIds.ts';
import { Outbox } from './outbox.ts';
import type { SaveFailure } from './saveFailure.ts';
import type { SendOutcome } from './sendOutcome.ts';
import type { IdResolver } from './serverIds.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Answer = Partial<SendOutcome> | Error;
const lost = () => new TypeError('Failed to fetch');
const rejection = (status: number, body: object = {}) => new ApiError(status, '', JSON.stringify(body));

/** Create an outbox whose calls are answered one by one. */
function anOutbox() {
  const sent: string[] = [];
  const kept: string[][] = [];
  const applied: string[] = [];
  const failures: SaveFailure[] = [];
  const resolvers: IdResolver[] = [];
  const changes: Change[] = [];
  let answer: (answer: Answer) => void = () => {};
  const outbox: Outbox = new Outbox({
    send: (together, resolver) => {
      const keys = together.map(({ key }) => key);
      sent.push(keys.join('+'));
      changes.push(...together);
      resolvers.push(resolver);
      return new Promise((resolve, reject) => {
        answer = (given) => {
          if (given instanceof Error) return reject(given);
          const apply = () => {
            applied.push(keys.join('+'));
            expect(outbox.pending.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
          };
          resolve({ apply, ids: new Map(), versions: new Map(), ...given });
        };
      });
    },
    store: (pending) => kept.push(pending.map(({ key }) => key)),
    shouldDrop: ({ type }, failure) => {
      failures.push(failure);
      return type === 'undo';
    },
    onSent: () => {},
    onResolved: () => {},
  });
  const replies = async (next: Answer = {}) => {
    answer(next);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { outbox, sent, kept, applied, failures, resolvers, changes, replies };
}

const change = (key: string, edits: QueuedEdit[] = [], kind: Change['type'] = 'edit'): Change => ({
  key,
  label: null,
  edits,
  type: kind,
});
const row = (content: string) => withLocalId({ elementType: 'action' as const, content });

test('sends changes one after another in order', async () => {
  const { outbox, sent, applied, replies } = anOutbox();
  outbox.push(change('one'));
  outbox.push(change('two'));
  expect(sent).toEqual(['one']);
  expect(outbox.state).toEqual({ status: 'saving' });
  await replies();
  expect(sent).toEqual(['one', 'two']);
  await replies();
  expect(applied).toEqual(['one', 'two']);
  expect(outbox.state).toEqual({ status: 'saved' });
  expect(outbox.pending).toEqual([]);
});

test('stores the pending changes and nothing else', async () => {
  const { outbox, kept, replies } = anOutbox();
  outbox.push(change('one'));
  outbox.push(change('two'));
  expect(kept.at(-1)).toEqual(['one', 'two']);
  await replies();
  expect(kept.at(-1)).toEqual(['two']);
  await replies();
  expect(kept.at(-1)).toEqual([]);
});

test('waits without a network and retries after 1, 2, 5, 10, 30 and 30 seconds', async () => {
  const { outbox, sent, replies } = anOutbox();
  outbox.push(change('one'));
  for (const [index, seconds] of [1, 2, 5, 10, 30, 30].entries()) {
    await replies(lost());
    expect(outbox.state).toEqual({ status: 'waiting', reason: 'offline' });
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(sent).toHaveLength(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(index + 2);
  }
  await replies();
  expect(outbox.state).toEqual({ status: 'saved' });
});

test('starts with the shortest delay after a success, and sends the remaining changes', async () => {
  const { outbox, sent, replies } = anOutbox();
  outbox.push(change('one'));
  outbox.push(change('two'));
  await replies(lost());
  outbox.retry();
  await replies(lost());
  outbox.retry();
  await replies();
  expect(outbox.state).toEqual({ status: 'saving' });
  await replies(lost());
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['one', 'one', 'one', 'two', 'two']);
});

test.for([
  [500, 'server'],
  [503, 'server'],
  [429, 'server'],
  [408, 'server'],
  [401, 'signedOut'],
] as const)('retries after the status %i', async ([status, reason]) => {
  const { outbox, replies } = anOutbox();
  outbox.push(change('one'));
  await replies(rejection(status));
  expect(outbox.state).toEqual({ status: 'waiting', reason });
  expect(outbox.pending).toHaveLength(1);
});

test('retries when the disk of the server is full, and reports the reason', async () => {
  const { outbox, replies } = anOutbox();
  outbox.push(change('one'));
  await replies(new ApiError(503, '', JSON.stringify({ message: errorTexts.diskFull })));
  expect(outbox.state).toEqual({ status: 'waiting', reason: 'full' });
});

test('sends once when two retries are requested', async () => {
  const { outbox, sent, replies } = anOutbox();
  outbox.push(change('one'));
  await replies(lost());
  outbox.retry();
  outbox.retry();
  expect(sent).toEqual(['one', 'one']);
});

test('sends again at once if a retry was requested during a call that failed', async () => {
  const { outbox, sent, replies } = anOutbox();
  outbox.push(change('one'));
  await replies(lost());
  outbox.retry();
  outbox.retry();
  await replies(lost());
  expect(sent).toEqual(['one', 'one', 'one']);
  await replies(lost());
  expect(sent).toEqual(['one', 'one', 'one']);
  expect(outbox.state.status).toBe('waiting');
});

test('sends changes made while waiting behind the waiting ones', async () => {
  const { outbox, sent, replies } = anOutbox();
  outbox.push(change('one'));
  await replies(lost());
  outbox.push(change('two'));
  expect(sent).toEqual(['one', 'one']);
  await replies();
  expect(sent).toEqual(['one', 'one', 'two']);
});

test.for([400, 403, 413, 422])(
  'waits for the user after a rejection with %i, and sends all other changes',
  async (status) => {
    const { outbox, sent, replies } = anOutbox();
    const first = change('one');
    outbox.push(first);
    outbox.push(change('two'));
    await replies(rejection(status, { message: 'Not so.' }));
    const failure = { type: status === 403 ? 'denied' : 'failed', message: 'Not so.' };
    expect(outbox.state).toEqual({ status: 'rejected', change: first, failure });
    outbox.push(change('three'));
    await vi.advanceTimersByTimeAsync(60_000);
    await replies();
    await replies();
    expect(sent).toEqual(['one', 'two', 'three']);
    expect(outbox.state).toEqual({ status: 'rejected', change: first, failure });
    outbox.retry();
    await replies();
    expect(sent).toEqual(['one', 'two', 'three', 'one']);
    expect(outbox.state).toEqual({ status: 'saved' });
  },
);

test('sends nothing while the user may only read, until permission returns or the user retries', async () => {
  const { outbox, sent, replies } = anOutbox();
  outbox.allow(false);
  outbox.push(change('one'));
  outbox.push(change('two'));
  expect(outbox.state).toMatchObject({
    status: 'rejected',
    change: { key: 'one' },
    failure: { type: 'denied' },
  });
  expect([sent, outbox.pending.length, outbox.isActive]).toEqual([[], 2, false]);
  outbox.retry();
  await replies(rejection(403));
  await replies(rejection(403));
  expect(sent).toEqual(['one', 'two']);
  outbox.allow(false);
  outbox.allow(true);
  await replies();
  await replies();
  expect(sent).toEqual(['one', 'two', 'one', 'two']);
  expect(outbox.state).toEqual({ status: 'saved' });
});

test('stores text written after rejected rows at their position; text written into them waits', async () => {
  const { outbox, changes, sent, replies } = anOutbox();
  const [bell, horn, kettle] = [row('A bell.'), row('A horn.'), row('A kettle.')] as const;
  outbox.push(change('paste', [{ type: 'insert', afterId: 1, elements: [bell, horn] }]));
  await replies(rejection(413));
  outbox.push(change('line', [{ type: 'insert', afterId: horn.key, elements: [kettle] }]));
  outbox.push(
    change('words', [{ type: 'update', id: bell.key, fields: { content: 'Bells.' }, base: 'paste' }]),
  );
  outbox.push(change('elsewhere', [{ type: 'update', id: 9, fields: { content: 'Rain.' }, base: 1 }]));
  await replies({ ids: new Map([[kettle.key, 70]]) });
  await replies();
  expect(sent).toEqual(['paste', 'line', 'elsewhere']);
  expect(changes[1]?.edits).toEqual([{ type: 'insert', afterId: 1, elements: [kettle] }]);
  expect(outbox.pending.map(({ key }) => key)).toEqual(['paste', 'words']);
  outbox.retry();
  await replies({ ids: new Map([[bell.key, 71]]), versions: new Map([[71, 1]]) });
  await replies();
  expect(changes.at(-1)?.edits).toMatchObject([{ id: 71, base: 1 }]);
  expect(outbox.state).toEqual({ status: 'saved' });
});

test('asks the user about several rejected changes one after another', async () => {
  const { outbox, replies } = anOutbox();
  const text = (id: number): QueuedEdit => ({ type: 'update', id, fields: { content: 'Fog.' } });
  outbox.push(change('one', [text(1)]));
  outbox.push(change('two', [text(2)]));
  await replies(rejection(422));
  await replies(rejection(422));
  expect(outbox.state).toMatchObject({ status: 'rejected', change: { key: 'one' } });
  outbox.resolveRejected(null);
  expect(outbox.state).toMatchObject({ status: 'rejected', change: { key: 'two' } });
  outbox.resolveRejected(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(outbox.pending).toEqual([]);
  expect(outbox.state).toEqual({ status: 'saved' });
});

test('drops a change and sends the ones behind it', async () => {
  const { outbox, sent, replies } = anOutbox();
  outbox.push(change('one'));
  const edit: QueuedEdit = { type: 'delete', id: 7, base: null };
  outbox.push(change('two', [edit]));
  await replies(rejection(422));
  outbox.resolveRejected(null);
  await replies();
  expect(sent).toEqual(['one', 'two']);
});

test('sends a replacement at the position of the rejected change', async () => {
  const { outbox, changes, replies } = anOutbox();
  outbox.push(change('one', [{ type: 'update', id: 7, fields: { content: 'A bell.' }, base: 1 }]));
  outbox.push(change('two', [{ type: 'delete', id: 8, base: null }]));
  await replies(rejection(409, { current: { id: 7 } }));
  expect(outbox.state).toMatchObject({ failure: { type: 'conflict', current: { id: 7 } } });
  const instead: QueuedEdit = { type: 'update', id: 7, fields: { content: 'A bell.' }, base: 4 };
  outbox.resolveRejected(change('one', [instead]));
  await replies();
  await replies();
  expect(changes.map(({ edits }) => edits[0])).toMatchObject([{ base: 1 }, { id: 8 }, instead]);
});

test('drops a rejected undo without asking', async () => {
  const { outbox, failures, replies } = anOutbox();
  outbox.push(change('undo', [{ type: 'delete', id: 7, base: null }], 'undo'));
  await replies(rejection(404));
  expect(failures).toEqual([{ type: 'gone', editIndex: 0 }]);
  expect(outbox.state).toEqual({ status: 'saved' });
});

test('passes ids and versions of one change to the next, also when another tab sends it', async () => {
  const { outbox, changes, resolvers, replies } = anOutbox();
  const bell = row('A bell.');
  outbox.push(change('one', [{ type: 'insert', afterId: 1, elements: [bell] }]));
  outbox.push(
    change('two', [
      { type: 'insert', afterId: bell.key, elements: [row('A kettle.')] },
      { type: 'update', id: bell.key, fields: { content: 'Two bells.' }, base: 'one' },
    ]),
  );
  await replies({ ids: new Map([[bell.key, 70]]), versions: new Map([[70, 3]]) });
  expect(outbox.idOf(bell.key)).toBe(70);
  expect(outbox.pending[0]?.edits).toMatchObject([{ afterId: 70 }, { id: 70, base: 3 }]);
  expect(changes[1]).toBe(outbox.pending[0]);
  expect(resolvers[1]?.versionOf({ id: bell.key, base: 'one' })).toBe(3);
  expect(resolvers[1]?.versionOf({ id: 70, base: 5 })).toBe(5);
  expect(resolvers[1]?.versionOf({ id: 70, base: null })).toBe(undefined);
});

test('inserts at the position of a dropped new row', async () => {
  const { outbox, replies } = anOutbox();
  const [bell, horn, kettle] = [row('A bell.'), row('A horn.'), row('A kettle.')] as const;
  outbox.push(change('one', [{ type: 'insert', afterId: 1, elements: [bell, horn] }]));
  outbox.push(change('two', [{ type: 'insert', afterId: horn.key, elements: [kettle] }]));
  outbox.push(change('three', [{ type: 'move', ids: [bell.key, 9], afterId: horn.key }]));
  outbox.push(change('four', [{ type: 'delete', id: bell.key, base: 'one' }]));
  await replies(rejection(422));
  outbox.resolveRejected(null);
  expect(outbox.pending.map(({ edits }) => edits)).toEqual([
    [{ type: 'insert', afterId: 1, elements: [kettle] }],
    [{ type: 'move', ids: [9], afterId: 1 }],
  ]);
});

test('turns text written into a dropped row into a new row', async () => {
  const { outbox, replies } = anOutbox();
  const bell = row('A bell.');
  outbox.push(change('one', [{ type: 'insert', afterId: 1, elements: [bell] }]));
  const fields = { content: 'Two bells.' };
  outbox.push(change('two', [{ type: 'update', id: bell.key, fields, base: 'one' }]));
  outbox.push(change('three', [{ type: 'insert', afterId: bell.key, elements: [row('A horn.')] }]));
  await replies(rejection(422));
  outbox.resolveRejected(null);
  expect(outbox.pending.map(({ edits }) => edits[0])).toMatchObject([
    { type: 'insert', afterId: 1, elements: [{ key: bell.key, content: 'Two bells.' }] },
    { type: 'insert', afterId: bell.key },
  ]);
});

test('bases a text on the base of the dropped change', async () => {
  const { outbox, replies } = anOutbox();
  outbox.push(change('one', [{ type: 'update', id: 7, fields: { content: 'A bell.' }, base: 4 }]));
  outbox.push(change('two', [{ type: 'update', id: 7, fields: { content: 'Two bells.' }, base: 'one' }]));
  await replies(rejection(409, { current: { id: 7 } }));
  outbox.resolveRejected(null);
  expect(outbox.pending[0]?.edits).toMatchObject([{ id: 7, base: 4 }]);
});

test('notifies listeners of every state until they unsubscribe', async () => {
  const { outbox, replies } = anOutbox();
  const states: string[] = [];
  const end = outbox.watch(() => states.push(outbox.state.status));
  outbox.push(change('one'));
  await replies(lost());
  expect(new Set(states)).toEqual(new Set(['saved', 'saving', 'waiting']));
  end();
  const count = states.length;
  outbox.push(change('two'));
  expect(states).toHaveLength(count);
});

test('lets the user drop a change that was being sent while another one was decided', async () => {
  const { outbox, replies } = anOutbox();
  const conflict = { message: 'Changed', current: { id: 1 } };
  outbox.push(change('one'));
  outbox.push(change('two', [{ type: 'update', id: 2, fields: { content: 'Fog.' }, base: 1 }]));
  await replies(rejection(409, conflict));
  outbox.resolveRejected(null);
  await replies(rejection(404));
  expect(outbox.state).toMatchObject({ status: 'rejected', failure: { type: 'gone' } });
  outbox.resolveRejected(null);
  expect(outbox.pending).toEqual([]);
});

test('drops all waiting changes at once', async () => {
  const { outbox, kept, replies } = anOutbox();
  outbox.push(change('one'));
  outbox.push(change('two'));
  await replies(rejection(403));
  await replies(rejection(403));
  outbox.discardAll();
  expect(outbox.state).toEqual({ status: 'saved' });
  expect(kept.at(-1)).toEqual([]);
});
