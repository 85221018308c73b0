import { applyFilters } from '../dsp/biquad.ts';
import { resample } from '../dsp/resample.ts';
import type { Sound } from '../sound.ts';

/** Acoustic measures of a voice, taken from a recording of `measuredText`. */
export interface VoiceMeasures {
  /** Median pitch. */
  pitchHertz: number;
  /** Distance between the 10th and the 90th percentile of the pitch. */
  melodySemitones: number;
  /** Medians of the first three formants. */
  formantsHertz: [number, number, number];
  /** Centroid of the spectrum up to 5,000 Hz. */
  centroidHertz: number;
  /** Time taken for the words. */
  seconds: number;
}

/** The text that voices speak for measuring. */
export const measuredText =
  'The rain on the car deck kept time with the engines. Nobody spoke for a long while. ' +
  'Then we saw the harbour lights, and everyone began to talk at once.';

/** Minimum `voiceDistance` of two voices in the catalogue. docs/voices.md lists all distances. */
export const minVoiceDistance = 1.25;

const frameRate = 11_025;
/** Frames of 40 ms, one every 20 ms. */
const frameLength = 441;
const frameStep = 220;

/** Measure the voiced frames of a sound; null if there are too few. */
export function measureVoice(sound: Sound): VoiceMeasures | null {
  const { samples } = resample(sound, frameRate);
  const voiced: { frame: Float32Array; pitch: number }[] = [];
  for (let at = 0; at + 2 * frameLength <= samples.length; at += frameStep) {
    const pitch = pitchAt(samples, at);
    if (pitch !== null) voiced.push({ frame: samples.subarray(at, at + frameLength), pitch });
  }
  if (voiced.length < 5) return null;
  const pitches = voiced.map(({ pitch }) => pitch).sort((a, b) => a - b);
  const formants = voiced.map(({ frame }) => formantsOf(frame)).filter((found) => found !== null);
  const middle = (which: number) =>
    quantileOf(
      formants.map((found) => found[which] ?? 0),
      0.5,
    );
  return {
    pitchHertz: quantileOf(pitches, 0.5),
    melodySemitones: 12 * Math.log2(quantileOf(pitches, 0.9) / quantileOf(pitches, 0.1)),
    formantsHertz: [middle(0), middle(1), middle(2)],
    centroidHertz: centroidOf(voiced.map(({ frame }) => frame)),
    seconds: sound.samples.length / sound.sampleRate,
  };
}

/**
 * Just noticeable difference of each measure: two voices that differ by this much in one measure
 * sound different.
 */
const oneStep = {
  pitchSemitones: 2,
  formantShare: 0.06,
  centroidShare: 0.12,
  rateShare: 0.15,
  melodySemitones: 2.5,
};

/** Return the distance of two voices that spoke the same words, in just noticeable differences. */
export function voiceDistance(one: VoiceMeasures, other: VoiceMeasures): number {
  const ratio = (a: number, b: number, step: number) => Math.log(a / b) / Math.log(1 + step);
  const formants = one.formantsHertz.map((hertz, at) =>
    ratio(hertz, other.formantsHertz[at] ?? hertz, oneStep.formantShare),
  );
  return Math.hypot(
    (12 * Math.log2(one.pitchHertz / other.pitchHertz)) / oneStep.pitchSemitones,
    Math.hypot(...formants) / Math.sqrt(formants.length),
    ratio(one.centroidHertz, other.centroidHertz, oneStep.centroidShare),
    ratio(one.seconds, other.seconds, oneStep.rateShare),
    (one.melodySemitones - other.melodySemitones) / oneStep.melodySemitones,
  );
}

/** Return the pitch by autocorrelation, 60 to 400 Hz; null for an unvoiced frame. */
function pitchAt(samples: Float32Array, at: number): number | null {
  const minLag = Math.floor(frameRate / 400);
  const maxLag = Math.ceil(frameRate / 60);
  const energyAt = (from: number) => correlation(samples, from, from);
  const here = energyAt(at);
  if (here / frameLength < 0.02 ** 2) return null;
  const likeness: number[] = [];
  for (let lag = minLag - 1; lag <= maxLag + 1; lag++)
    likeness[lag] = correlation(samples, at, at + lag) / Math.sqrt(here * energyAt(at + lag) + 1e-12);
  const best = Math.max(...likeness.slice(minLag, maxLag + 1));
  if (best < 0.75) return null;
  // Take the first peak that is nearly the highest: multiples of the period score as high.
  for (let lag = minLag; lag <= maxLag; lag++) {
    const [before = 0, value = 0, after = 0] = [likeness[lag - 1], likeness[lag], likeness[lag + 1]];
    if (value < best * 0.93 || value < before || value < after) continue;
    return frameRate / (lag + (before - after) / (2 * (before - 2 * value + after) || 1));
  }
  return null;
}

function correlation(samples: Float32Array, one: number, other: number): number {
  let sum = 0;
  for (let at = 0; at < frameLength; at++)
    sum += (samples[one + at] as number) * (samples[other + at] as number);
  return sum;
}

const order = 12;

/**
 * Return the first three peaks of the frame's envelope by linear prediction; null if there are
 * fewer.
 */
function formantsOf(frame: Float32Array): number[] | null {
  const lifted = windowed(frame.map((sample, at) => sample - 0.95 * (frame[at - 1] ?? 0)));
  const coefficients = predictionOf(lifted);
  const peaks: number[] = [];
  let [before, value] = [envelopeAt(coefficients, 170), envelopeAt(coefficients, 180)];
  for (let hertz = 190; hertz < 5000 && peaks.length < 3; hertz += 10) {
    const after = envelopeAt(coefficients, hertz);
    if (value > before && value >= after) peaks.push(hertz - 10);
    [before, value] = [value, after];
  }
  return peaks.length === 3 ? peaks : null;
}

function windowed(frame: Float32Array): Float32Array {
  return frame.map(
    (sample, at) => sample * (0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (frame.length - 1))),
  );
}

/** Compute linear prediction coefficients by Levinson recursion. */
function predictionOf(frame: Float32Array): number[] {
  const likeness = Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let at = lag; at < frame.length; at++) sum += (frame[at] as number) * (frame[at - lag] as number);
    return sum;
  });
  let error = (likeness[0] ?? 0) * 1.0001 + 1e-9;
  let coefficients = [1];
  for (let step = 1; step <= order; step++) {
    const sum = coefficients.reduce((total, value, at) => total + value * (likeness[step - at] ?? 0), 0);
    const reflection = -sum / error;
    const extended = [...coefficients, 0];
    coefficients = extended.map((value, at) => value + reflection * (extended[step - at] ?? 0));
    error *= 1 - reflection * reflection;
  }
  return coefficients;
}

function envelopeAt(coefficients: readonly number[], hertz: number): number {
  const angle = (2 * Math.PI * hertz) / frameRate;
  let real = 0;
  let imaginary = 0;
  for (const [at, value] of coefficients.entries()) {
    real += value * Math.cos(angle * at);
    imaginary -= value * Math.sin(angle * at);
  }
  return 1 / (real * real + imaginary * imaginary);
}

/** Return the spectral centroid from bands of a third of an octave. */
function centroidOf(frames: readonly Float32Array[]): number {
  const samples = new Float32Array(frames.length * frameLength);
  for (const [at, frame] of frames.entries()) samples.set(frame, at * frameLength);
  let [weight, sum] = [0, 0];
  for (let hertz = 100; hertz <= 5000; hertz *= 2 ** (1 / 3)) {
    const band = applyFilters(
      { samples, sampleRate: frameRate },
      { type: 'bandpass', hertz, q: 4.3 },
    ).samples;
    const level = Math.sqrt(band.reduce((total, sample) => total + sample * sample, 0));
    weight += level;
    sum += level * Math.log(hertz);
  }
  return Math.exp(sum / weight);
}

function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
