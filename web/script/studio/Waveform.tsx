import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useTheme } from '#web/lib/useTheme.ts';
import { type Clip, clockText } from './clip.ts';
import styles from './Waveform.module.css';
import { canvasPx, drawWaveform } from './waveform.ts';

interface WaveformProps {
  /** Empty while the sound is being decoded. */
  peaks: readonly number[];
  durationSeconds: number;
  positionSeconds: number;
  clip: Clip;
  onSeek: (seconds: number) => void;
  onMarker: (seconds: number) => void;
}

const stepSeconds = 0.1;
const bigStepSeconds = 1;

/**
 * Waveform: a click seeks, a click with Shift sets a marker. Keys: arrows, Home, End, Page, and M.
 */
export function Waveform({ peaks, durationSeconds, positionSeconds, clip, onSeek, onMarker }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shareOf = (seconds: number) => (durationSeconds > 0 ? Math.min(1, seconds / durationSeconds) : 0);
  const position = shareOf(positionSeconds);
  const [start, end] = clip;
  const [from, to] = [start === undefined ? null : shareOf(start), end === undefined ? null : shareOf(end)];
  useDrawing(canvas, peaks, { position, from, to });

  const onClick = (event: MouseEvent<HTMLCanvasElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / (width || canvasPx.width)));
    (event.shiftKey ? onMarker : onSeek)(share * durationSeconds);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLCanvasElement>) => {
    if (event.key.toLowerCase() === 'm') return onMarker(positionSeconds);
    const target = targetOf(event.key, positionSeconds, durationSeconds);
    if (target === null) return;
    event.preventDefault();
    onSeek(Math.min(durationSeconds, Math.max(0, target)));
  };
  return (
    <div className={styles.waveform}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={canvasPx.width}
        height={canvasPx.height}
        role="slider"
        tabIndex={0}
        aria-label="Position"
        aria-valuemin={0}
        aria-valuemax={Number(durationSeconds.toFixed(1))}
        aria-valuenow={Number(positionSeconds.toFixed(1))}
        aria-valuetext={valueText(positionSeconds, durationSeconds, clip)}
        onClick={onClick}
        onKeyDown={onKeyDown}
      />
      <p className={styles.times} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          // Reserve their space until the length is known.
          <span key={share}>{durationSeconds > 0 ? clockText(share * durationSeconds) : '\u00a0'}</span>
        ))}
      </p>
    </div>
  );
}

interface Shares {
  /** Position from 0 to 1; the same for markers. */
  position: number;
  from: number | null;
  to: number | null;
}

function useDrawing(
  canvas: { current: HTMLCanvasElement | null },
  peaks: readonly number[],
  { position, from, to }: Shares,
): void {
  const { theme } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow the theme
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    const tokens = getComputedStyle(canvas.current);
    const color = (name: string) => tokens.getPropertyValue(name);
    drawWaveform(
      context,
      peaks,
      {
        position,
        clip: from !== null && to !== null ? [from, to] : null,
        markers: [from, to].filter((marker) => marker !== null),
      },
      {
        played: color('--accent'),
        ahead: color('--ink-2'),
        outside: color('--line-2'),
        clip: color('--accent-tint'),
        marker: color('--ink'),
      },
    );
  }, [peaks, position, from, to, theme]);
}

function targetOf(key: string, position: number, duration: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return position - stepSeconds;
    case 'ArrowRight':
    case 'ArrowUp':
      return position + stepSeconds;
    case 'PageDown':
      return position - bigStepSeconds;
    case 'PageUp':
      return position + bigStepSeconds;
    case 'Home':
      return 0;
    case 'End':
      return duration;
    default:
      return null;
  }
}

function valueText(position: number, duration: number, [start, end]: Clip): string {
  const at = `${position.toFixed(1)} of ${duration.toFixed(1)} seconds`;
  if (start === undefined) return at;
  return end === undefined
    ? `${at}, clip from ${start.toFixed(1)}`
    : `${at}, clip from ${start.toFixed(1)} to ${end.toFixed(1)}`;
}
