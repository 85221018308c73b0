import { afterAll, describe, expect, it } from 'vitest';
import { mp3Seconds } from '../audio/encodeMp3.ts';
import { closeSoundBuiltIn, makeSoundBuiltIn } from './soundBuiltIn.ts';

const never = new AbortController().signal;
const knocks = { text: 'three knocks', seconds: 1.5, influence: 0.5, payer: 'p1' };

afterAll(closeSoundBuiltIn);

describe('makeSoundBuiltIn', () => {
  it('returns an MP3 of the requested length', async () => {
    const { bytes, durationSeconds, details, note } = await makeSoundBuiltIn(knocks, never);
    // A frame of MPEG 1, layer III, with 128 kbit/s, 44,100 samples a second and one channel.
    expect([bytes[0], (bytes[1] ?? 0) & 0xfe, (bytes[2] ?? 0) & 0xfc, (bytes[3] ?? 0) >> 6]).toEqual([
      255, 0xfa, 0x90, 3,
    ]);
    expect(durationSeconds).toBe(1.5);
    expect(Math.abs(mp3Seconds(bytes) - 1.5)).toBeLessThan(0.1);
    expect(details).toEqual({ made: ['knocks on a door, 3 times'], unknown: false, nearest: null });
    expect(note).toBeUndefined();
  });

  it('reports words that it does not know', async () => {
    const { details, note } = await makeSoundBuiltIn({ ...knocks, text: 'An elephant' }, never);
    expect(details).toMatchObject({ unknown: true, nearest: 'a cow' });
    expect(note).toBe('The built-in engine does not know "elephant". The nearest it has is a cow.');
    expect((await makeSoundBuiltIn({ ...knocks, text: '🎬' }, never)).note).toMatch(/knows none of these/);
  });

  it('rejects when the writer cancels a running or waiting effect', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [makeSoundBuiltIn(knocks, first.signal), makeSoundBuiltIn(knocks, second.signal)];
    first.abort(new Error('stopped'));
    second.abort(new Error('stopped, too'));
    await expect(calls[0]).rejects.toThrow('stopped');
    await expect(calls[1]).rejects.toThrow('stopped, too');
    await expect(makeSoundBuiltIn(knocks, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    expect((await makeSoundBuiltIn(knocks, never)).durationSeconds).toBe(1.5);
  });
});
