import { afterAll, describe, expect, it } from 'vitest';
import { Voice } from '#shared/contract/voices.ts';
import { mp3Facts } from '#test/mp3.ts';
import { BuiltInSpeech } from './builtInSpeech.ts';
import { isEspeakInstalled } from './espeak.ts';
import { builtInLibrary, designBuiltInVoice } from './library.ts';

const speech = new BuiltInSpeech();
afterAll(() => speech.close());
const { signal } = new AbortController();
const line = { text: 'Hold on. I know that boat.', voiceId: 'builtin-isla', payer: 'olive' };

it('builtInLibrary lists every voice with valid properties', () => {
  expect(builtInLibrary.length).toBeGreaterThanOrEqual(24);
  for (const voice of builtInLibrary) expect(Voice.parse(voice)).toEqual(voice);
});

it('BuiltInSpeech rejects an unknown voice for speech and previews', async () => {
  const unknownVoice = { ...line, voiceId: 'builtin-nobody' };
  await expect(speech.speak(unknownVoice, signal)).rejects.toMatchObject({ kind: 'voice' });
  await expect(speech.previewOf('pending_1')).rejects.toMatchObject({ kind: 'voice' });
});

describe.skipIf(!isEspeakInstalled())('BuiltInSpeech', () => {
  it('returns a decodable file, deterministically', async () => {
    const file = await speech.speak(line, signal);
    expect(mp3Facts(file.bytes)).toMatchObject({ channels: 1, sampleRate: 44_100, kilobitsPerSecond: 128 });
    expect(file.durationSeconds).toBeCloseTo(mp3Facts(file.bytes).seconds, 2);
    const others = await Promise.all([
      speech.speak({ ...line, voiceId: 'builtin-greta' }, signal),
      speech.speak({ ...line, settings: { stability: 0 } }, signal),
    ]);
    for (const other of others) expect(other.bytes).not.toEqual(file.bytes);
    expect(await speech.speak(line, signal)).toEqual(file);
  });

  it('speaks a designed voice immediately', async () => {
    const design = { gender: 'female', age: 'old', accent: 'irish', accentStrength: 0.8 } as const;
    const voiceId = designBuiltInVoice({ ...design, prompt: 'A raspy fortune teller, slow' });
    const { bytes } = await speech.speak({ ...line, voiceId }, signal);
    expect(mp3Facts(bytes).seconds).toBeGreaterThan(1);
  });

  it('rejects a text without words', async () => {
    await expect(speech.speak({ ...line, text: '(beat) 🔥' }, signal)).rejects.toMatchObject({
      kind: 'unspeakable',
    });
  });

  it('cancels before and during speech without affecting others', async () => {
    const stopped = { ...line, text: 'It rained all night. '.repeat(200), payer: 'eddie' };
    await expect(speech.speak(stopped, AbortSignal.abort())).rejects.toMatchObject({ kind: 'stopped' });
    const stop = new AbortController();
    const long = speech.speak(stopped, stop.signal);
    // A short line does not wait behind it.
    await speech.speak(line, signal);
    stop.abort();
    await expect(long).rejects.toMatchObject({ kind: 'stopped' });
  });

  it("returns a preview in the voice's own language and creates it once", async () => {
    const preview = speech.previewOf('builtin-celine');
    expect(speech.previewOf('builtin-celine')).toBe(preview);
    const { seconds } = mp3Facts((await preview).bytes);
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(10);
  });
});
