import { hrefOf } from '#web/lib/basePath.ts';
/** Number of bars (docs/spec/audio.md). */
export const barCount = 200;
export const canvasPx = { width: 800, height: 120 };

/** Return the peak of each of many equal parts, relative to the loudest. */
export function barsOf(samples: ArrayLike<number>, count = barCount): number[] {
  const peaks = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * samples.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * samples.length) / count));
    let peak = 0;
    for (let at = from; at < to && at < samples.length; at++)
      peak = Math.max(peak, Math.abs(samples[at] as number));
    return peak;
  });
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}

/** Return random bars, for a sound that cannot be decoded (docs/spec/audio.md). */
export function placeholderPeaks(random = Math.random): number[] {
  return Array.from({ length: barCount }, () => 0.1 + 0.9 * random());
}

export interface Decoded {
  peaks: number[];
  /** Null if it could not be decoded. */
  seconds: number | null;
}

/** Load and decode a sound. Never rejects: a sound that cannot be decoded gets random bars. */
export async function decodedSound(url: string, signal: AbortSignal): Promise<Decoded> {
  try {
    const response = await fetch(hrefOf(url), { signal });
    if (!response.ok) throw new Error(`${response.status}`);
    const context = new OfflineAudioContext(1, 1, 44_100);
    const buffer = await context.decodeAudioData(await response.arrayBuffer());
    return { peaks: barsOf(buffer.getChannelData(0)), seconds: buffer.duration };
  } catch {
    return { peaks: placeholderPeaks(), seconds: null }; // the studio works without peaks; the player reports a broken file
  }
}

interface WaveformColors {
  played: string;
  ahead: string;
  outside: string;
  clip: string;
  marker: string;
}

export interface WaveformState {
  /** From 0 (start) to 1 (end), as in the next fields. */
  position: number;
  clip: readonly [number, number] | null;
  markers: readonly number[];
}

type Drawing = Pick<CanvasRenderingContext2D, 'clearRect' | 'fillRect' | 'fillStyle'>;

/** Draw the bars, the part that Play plays, the markers and the play head. */
export function drawWaveform(
  context: Drawing,
  peaks: readonly number[],
  { position, clip, markers }: WaveformState,
  colors: WaveformColors,
): void {
  const { width, height } = canvasPx;
  const step = width / peaks.length;
  context.clearRect(0, 0, width, height);
  if (clip) {
    context.fillStyle = colors.clip;
    context.fillRect(clip[0] * width, 0, (clip[1] - clip[0]) * width, height);
  }
  for (const [bar, peak] of peaks.entries()) {
    const at = (bar + 0.5) / peaks.length;
    const isInside = !clip || (at >= clip[0] && at <= clip[1]);
    if (!isInside) context.fillStyle = colors.outside;
    else context.fillStyle = at <= position ? colors.played : colors.ahead;
    const tall = Math.max(2, peak * (height - 8));
    context.fillRect(bar * step, (height - tall) / 2, step * 0.6, tall);
  }
  context.fillStyle = colors.marker;
  for (const marker of markers) context.fillRect(Math.min(width - 2, marker * width), 0, 2, height);
  context.fillStyle = colors.played;
  context.fillRect(Math.min(width - 2, position * width), 0, 2, height);
}
