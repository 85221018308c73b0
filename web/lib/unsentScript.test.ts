import { afterEach, describe, expect, test, vi } from 'vitest';
import type { EndpointShape } from '#shared/endpoint.ts';
import { call } from './api.ts';
import { callForFile, download } from './fileCalls.ts';
import { currentToasts } from './toast.ts';
import {
  registerStoreScript,
  storeUnsentScript,
  UnsentScriptError,
  whenScriptIsStored,
} from './unsentScript.ts';

const contract = import.meta.glob<Record<string, unknown>>('../../shared/contract/*.ts', { eager: true });
const endpoints = Object.values(contract)
  .flatMap((file) => Object.entries(file))
  .filter((entry): entry is [string, EndpointShape] => isEndpoint(entry[1]));

function isEndpoint(value: unknown): value is EndpointShape {
  return typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;
}

const readers = endpoints.filter(([, { readsScript }]) => readsScript);
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

describe('calls that read the script', () => {
  test('are the listed ones', () => {
    expect(readers.map(([name]) => name).toSorted()).toEqual([
      'analyseTension',
      'applyImprovement',
      'changeLocks',
      'changeRevisions',
      'chat',
      'createIssue',
      'createReadingLink',
      'createVersion',
      'duplicateProject',
      'exportArchive',
      'exportComparison',
      'exportPrint',
      'exportScript',
      'exportStoryboard',
      'generateAvatar',
      'generateCharacterTemplate',
      'generateDialogueAudio',
      'generateSceneImage',
      'generateSceneTemplate',
      'generateSceneVideo',
      'generateSoundEffect',
      'generateStyleDescription',
      'generateVoiceDescription',
      'improve',
      'mergeCharacter',
      'previewContext',
      'previewIssue',
      'updateCharacter',
      'updateSceneSummaries',
    ]);
  });

  test.each(readers)('%s waits until unsent text is stored', async (_name, endpoint) => {
    const order: string[] = [];
    vi.stubGlobal('fetch', async () => {
      order.push('sent');
      return new Response('{}', { status: 200 });
    });
    ends.push(
      registerStoreScript(7, async () => {
        await Promise.resolve();
        order.push('stored');
      }),
    );
    const input = { params: { id: 7, format: 'pdf' }, body: {}, query: {} } as never;
    const senders = [
      () => call(endpoint, input),
      () => download(endpoint, input, { failure: 'failed' }),
      () => callForFile(endpoint, input),
    ];
    for (const send of senders) await send().catch(() => undefined);
    expect(order).toEqual(['stored', 'sent', 'stored', 'sent', 'stored', 'sent']);
  });

  test('are not sent when the text cannot be stored', async () => {
    const sent = vi.fn();
    vi.stubGlobal('fetch', sent);
    ends.push(registerStoreScript(7, () => Promise.reject(new UnsentScriptError('You are offline.'))));
    const [[, endpoint] = []] = readers;
    await expect(call(endpoint as EndpointShape, { params: { id: 7 } } as never)).rejects.toThrow(
      'You are offline.',
    );
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('whenScriptIsStored', () => {
  test('offers to continue without text that cannot be stored, with the reason', async () => {
    ends.push(registerStoreScript(7, () => Promise.reject(new UnsentScriptError('You are offline.'))));
    const act = vi.fn();
    whenScriptIsStored(7, 'Open without them', act);
    await expect
      .poll(() => currentToasts()[0])
      .toMatchObject({
        title: 'Your latest words are not saved yet',
        description: 'You are offline.',
        action: { label: 'Open without them' },
      });
    expect(act).not.toHaveBeenCalled();
    currentToasts()[0]?.action?.onClick();
    expect(act).toHaveBeenCalledOnce();
  });

  test('runs at once when no script is open', async () => {
    const act = vi.fn();
    whenScriptIsStored(7, 'Open without them', act);
    await expect.poll(() => act.mock.calls.length).toBe(1);
  });
});

describe('storeUnsentScript', () => {
  test('shows that it saves while it takes time, and hides that once everything is stored', async () => {
    vi.useFakeTimers();
    const stored = Promise.withResolvers<void>();
    ends.push(registerStoreScript(1, () => stored.promise));
    const storing = storeUnsentScript(1);
    await vi.advanceTimersByTimeAsync(1000);
    const shown = () => currentToasts().filter(({ isOpen, title }) => isOpen && title === 'Saving…').length;
    expect(shown()).toBe(1);
    stored.resolve();
    await storing;
    expect(shown()).toBe(0);
    vi.useRealTimers();
  });
});
