/**
 * Return interpolation weights for the samples around a position between two of them.
 * `zeroCrossings` samples on either side are used. `cutoff` is the highest frequency that passes, 1
 * being half the sample rate. The Kaiser window with β 9 leaves less than -90 dB of the frequencies
 * above.
 */
export function sincWeights(fraction: number, zeroCrossings: number, cutoff: number): Float32Array {
  const weights = new Float32Array(2 * zeroCrossings);
  let sum = 0;
  for (let tap = 0; tap < weights.length; tap++) {
    const distance = tap - (zeroCrossings - 1) - fraction;
    const weight = cutoff * sinc(cutoff * distance) * kaiser(distance / zeroCrossings);
    weights[tap] = weight;
    sum += weight;
  }
  // Normalise the weights, so that a constant level stays constant for every phase.
  return weights.map((weight) => weight / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

const beta = 9;

function kaiser(share: number): number {
  return Math.abs(share) >= 1 ? 0 : bessel(beta * Math.sqrt(1 - share * share)) / bessel(beta);
}

/** Compute the modified Bessel function of the first kind and order zero. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
