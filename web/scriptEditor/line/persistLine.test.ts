import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unstyled } from '#screenplay/styled.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aStoredScript } from '#web/script/testing/storedScript.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { ActiveLineEditor } from './activeLineEditor.ts';
import { type LinePersistence, persistLine } from './persistLine.ts';

let sync: ScriptSync;
let writing: ActiveLineEditor;
let persistence: LinePersistence;

beforeEach(async () => {
  localStorage.clear();
  const server = await aStoredScript([['action', 'Rain.']]);
  const client = createQueryClient();
  await client.fetchQuery(elementsQuery(server.project.id));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sync = new ScriptSync(client, server.project.id, 'eddie');
  writing = new ActiveLineEditor(sync);
  persistence = persistLine(writing, sync);
});

afterEach(() => {
  persistence.stop();
  sync.outbox.discardAll();
  vi.useRealTimers();
});

/** The text that the next page would store. */
const persisted = () => sync.storage.line?.text.text;
const type = (text: string) => writing.setText(unstyled(text));

describe('persistLine', () => {
  test('persists the first letter after the running task, and later ones at intervals', () => {
    writing.openNew(null, 'action');
    type('A');
    expect(persisted()).toBeUndefined();
    vi.advanceTimersByTime(0);
    expect(persisted()).toBe('A');
    type('A b');
    type('A be');
    vi.advanceTimersByTime(299);
    expect(persisted()).toBe('A');
    vi.advanceTimersByTime(1);
    expect(persisted()).toBe('A be');
  });

  test.for([
    ['is saved while it is written', () => writing.flush()],
    ['is left', () => writing.save()],
  ] as const)('removes a text in the task in which it %s', ([, store]) => {
    writing.openNew(null, 'action');
    type('A bell.');
    vi.advanceTimersByTime(0);
    store();
    expect(persisted()).toBeUndefined();
    expect(JSON.stringify({ ...localStorage }).split('A bell.')).toHaveLength(2);
  });

  test('follows its base to the version that a pending change was stored as', async () => {
    const [rain] = sync.elements();
    if (!rain) throw new Error('No element');
    writing.open(rain, 0);
    type('Rain falls.');
    writing.flush();
    type('Rain falls again.');
    vi.advanceTimersByTime(0);
    const [pending] = sync.outbox.pending;
    expect(sync.storage.line?.basedOn).toBe(pending?.key);
    await sync.outbox.whenSent();
    expect(sync.storage.line?.basedOn).toBe(rain.version + 1);
  });

  test('writes no element that is only opened', () => {
    const [rain] = sync.elements();
    if (!rain) throw new Error('No element');
    writing.open(rain, 0);
    vi.advanceTimersByTime(1000);
    expect({ ...localStorage }).toEqual({});
  });

  test('persists the last letters when it is asked to, and nothing after it was stopped', () => {
    writing.openNew(null, 'action');
    type('A bell.');
    persistence.persist();
    expect(persisted()).toBe('A bell.');
    persistence.stop();
    type('A bell rings.');
    vi.advanceTimersByTime(1000);
    expect(persisted()).toBe('A bell.');
  });
});
