import { fileSampleRate, type Sound } from './sound.ts';

/** A pure tone. */
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

/** One sound after the other; they have one sample rate. */
export function joined(...sounds: [Sound, ...Sound[]]): Sound {
  const samples = new Float32Array(sounds.reduce((length, sound) => length + sound.samples.length, 0));
  let at = 0;
  for (const sound of sounds) {
    samples.set(sound.samples, at);
    at += sound.samples.length;
  }
  return { samples, sampleRate: sounds[0].sampleRate };
}

/** How much of a frequency is in a sound, 1 being a tone at full scale (Goertzel). */
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
