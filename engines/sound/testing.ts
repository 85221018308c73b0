import { fileSampleRate, type Sound } from './sound.ts';

/** Return a pure tone. */
export function sine(
  hertz: number,
  amplitude: number,
  seconds: number,
  sampleRate: number = fileSampleRate,
): Sound {
  const samples = Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / sampleRate),
  );
  return { samples, sampleRate };
}

/** Join sounds of the same sample rate. */
export function joinSounds(...sounds: [Sound, ...Sound[]]): Sound {
  const samples = new Float32Array(sounds.reduce((length, sound) => length + sound.samples.length, 0));
  let at = 0;
  for (const sound of sounds) {
    samples.set(sound.samples, at);
    at += sound.samples.length;
  }
  return { samples, sampleRate: sounds[0].sampleRate };
}

/** Return the amplitude of a frequency in a sound, 1 for a full-scale tone (Goertzel). */
export function amplitudeAt({ samples, sampleRate }: Sound, hertz: number): number {
  let real = 0;
  let imaginary = 0;
  samples.forEach((sample, at) => {
    const angle = (2 * Math.PI * hertz * at) / sampleRate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}
