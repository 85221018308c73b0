import { fileSampleRate, type Sound } from '#engines/sound/sound.ts';

/**
 * Decode a sound file to one channel at the common sample rate. Rejects if the browser cannot
 * decode it.
 */
export async function decodeSound(file: Blob): Promise<Sound> {
  // It resamples to its own rate, off the main thread. Workers do not have this API.
  const context = new OfflineAudioContext(1, 1, fileSampleRate);
  const buffer = await context.decodeAudioData(await file.arrayBuffer());
  const samples = new Float32Array(buffer.length);
  for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
    const own = buffer.getChannelData(channel);
    for (let index = 0; index < samples.length; index++) {
      samples[index] = (samples[index] as number) + (own[index] as number) / buffer.numberOfChannels;
    }
  }
  return { samples, sampleRate: fileSampleRate };
}
