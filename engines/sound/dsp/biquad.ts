import type { Sound } from '../sound.ts';

/** Coefficients of a second-order filter: y = b0 x + b1 x' + b2 x'' - a1 y' - a2 y''. */
export interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * Type and parameters of a filter. `hertz` is its corner or centre, `q` its narrowness (0.707: no
 * bump). `decibels` is the gain of a shelf or bell, negative to cut.
 */
export type FilterShape =
  | { type: 'lowpass' | 'highpass' | 'bandpass' | 'notch'; hertz: number; q?: number }
  | { type: 'bell' | 'lowShelf' | 'highShelf'; hertz: number; q?: number; decibels: number };

/**
 * Compute the coefficients of a filter. Source and names: R. Bristow-Johnson, "Cookbook formulae
 * for audio equalizer biquad filter coefficients". A corner above half the sample rate is moved
 * just below it. A bandpass has 0 dB at its centre.
 */
export function biquadOf(shape: FilterShape, sampleRate: number): Biquad {
  const { type, q = Math.SQRT1_2 } = shape;
  const w0 = (2 * Math.PI * Math.min(shape.hertz, sampleRate * 0.49)) / sampleRate;
  const cos = Math.cos(w0);
  const alpha = Math.sin(w0) / (2 * q);
  const a = 'decibels' in shape ? 10 ** (shape.decibels / 40) : 1;
  const slope = 2 * Math.sqrt(a) * alpha;
  const plain = { a0: 1 + alpha, a1: -2 * cos, a2: 1 - alpha };
  switch (type) {
    case 'lowpass':
      return normalise({ b0: (1 - cos) / 2, b1: 1 - cos, b2: (1 - cos) / 2, ...plain });
    case 'highpass':
      return normalise({ b0: (1 + cos) / 2, b1: -(1 + cos), b2: (1 + cos) / 2, ...plain });
    case 'bandpass':
      return normalise({ b0: alpha, b1: 0, b2: -alpha, ...plain });
    case 'notch':
      return normalise({ b0: 1, b1: -2 * cos, b2: 1, ...plain });
    case 'bell':
      return normalise({
        b0: 1 + alpha * a,
        b1: -2 * cos,
        b2: 1 - alpha * a,
        a0: 1 + alpha / a,
        a1: -2 * cos,
        a2: 1 - alpha / a,
      });
    case 'lowShelf':
      return normalise(shelf(a, cos, slope));
    case 'highShelf': {
      // Mirror image of the low shelf: negate the cosine and the middle coefficients.
      const { b1, a1, ...mirrored } = shelf(a, -cos, slope);
      return normalise({ b1: -b1, a1: -a1, ...mirrored });
    }
  }
}

function shelf(a: number, cos: number, slope: number) {
  return {
    b0: a * (a + 1 - (a - 1) * cos + slope),
    b1: 2 * a * (a - 1 - (a + 1) * cos),
    b2: a * (a + 1 - (a - 1) * cos - slope),
    a0: a + 1 + (a - 1) * cos + slope,
    a1: -2 * (a - 1 + (a + 1) * cos),
    a2: a + 1 + (a - 1) * cos - slope,
  };
}

function normalise({ a0, b0, b1, b2, a1, a2 }: Biquad & { a0: number }): Biquad {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}

/** A running filter with its state. Its shape may change while it runs, as for wind. */
export class BiquadFilter {
  biquad: Biquad;
  #s1 = 0;
  #s2 = 0;

  constructor(biquad: Biquad) {
    this.biquad = biquad;
  }

  next(x: number): number {
    const { b0, b1, b2, a1, a2 } = this.biquad;
    const y = b0 * x + this.#s1;
    this.#s1 = b1 * x - a1 * y + this.#s2;
    this.#s2 = b2 * x - a2 * y;
    return y;
  }
}

/** Apply filters one after the other. */
export function applyFilters({ samples, sampleRate }: Sound, ...shapes: FilterShape[]): Sound {
  const result = samples.slice();
  for (const shape of shapes) {
    const filter = new BiquadFilter(biquadOf(shape, sampleRate));
    for (let at = 0; at < result.length; at++) result[at] = filter.next(result[at] ?? 0);
  }
  return { samples: result, sampleRate };
}
