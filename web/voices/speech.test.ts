import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { freshBrowser, json, rejection, serve } from '#web/lib/testing.ts';
import { clearSpeechCache, isSpeechCached, type Speech, speechOf } from './speech.data.ts';

freshBrowser();
afterEach(clearSpeechCache);

const settings = { stability: 0.5, similarity_boost: 0.5, style: 0, use_speaker_boost: true };
const line: Speech = { text: 'Hold on.', voiceId: 'v1', voiceSettings: settings };
const mp3 = () => new Response('mp3', { headers: { 'content-type': 'audio/mpeg' } });

/** Answer calls with the given responses in order. Return the sent calls. */
function answers(...given: (() => Response | Promise<Response>)[]) {
  return serve({
    'POST /api/generate-speech': () => given.shift()?.() ?? rejection(500, 'No more answers'),
  });
}
const keyOf = (init: RequestInit) => (init.headers as Record<string, string>)['idempotency-key'];

// PLAY-010
test('speaks a line once per visit, for any order of its settings', async () => {
  const seen = answers(mp3);
  const { stability, ...others } = settings;
  const first = speechOf(line);
  const again = speechOf({ ...line, voiceSettings: { ...others, stability } });
  expect(await again).toBe(await first);
  expect([isSpeechCached(line), isSpeechCached({ ...line, text: 'Let go.' })]).toEqual([true, false]);
  expect(seen.map(({ init }) => JSON.parse(String(init.body)))).toEqual([line]);
});

test('distinguishes text, voice and settings', async () => {
  const seen = answers(mp3, mp3, mp3, mp3);
  await speechOf(line);
  await speechOf({ ...line, text: 'Let go.' });
  await speechOf({ ...line, voiceId: 'v2' });
  await speechOf({ ...line, voiceSettings: { ...settings, style: 1 } });
  expect(seen).toHaveLength(4);
});

test('retries a rejected call with another key', async () => {
  const seen = answers(() => json({ code: 'upstream', message: 'Slow' }, 502), mp3);
  await expect(speechOf(line)).rejects.toBeInstanceOf(ApiError);
  expect((await speechOf(line)).size).toBe(3);
  expect(keyOf(seen[0]?.init ?? {})).not.toBe(keyOf(seen[1]?.init ?? {}));
});

test('retries an interrupted call with the same key, so that it is charged once', async () => {
  const seen = answers(() => Promise.reject(new TypeError('Failed to fetch')), mp3);
  await expect(speechOf(line)).rejects.toBeInstanceOf(TypeError);
  await speechOf(line);
  expect(keyOf(seen[0]?.init ?? {})).toBe(keyOf(seen[1]?.init ?? {}));
});

test('rejects an empty file', async () => {
  answers(() => new Response(''));
  await expect(speechOf(line)).rejects.toThrow('Received empty audio file');
});
