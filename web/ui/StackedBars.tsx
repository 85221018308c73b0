import { useEffect, useRef, useState } from 'react';
import styles from './StackedBars.module.css';
import { ticksUpTo } from './scale.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface Series {
  name: string;
  /** Colour of tokens.css. */
  color: string;
  /** One value for each bar. */
  values: readonly number[];
}

interface StackedBarsProps {
  /** Title: "AI requests a day". */
  title: string;
  /** Unit of the axis, shown above it: "Requests". */
  unit: string;
  /** Label below each bar: "Nov 14". */
  labels: readonly string[];
  /** Head of the first column of the table: "Day". */
  labelTitle: string;
  /** The parts of each bar, from the bottom up. */
  series: readonly Series[];
  format: (value: number) => string;
  /** Format a tick of the axis. */
  formatTick: (value: number) => string;
  /** The smallest step of the axis: 1 for counts. */
  minStep?: number;
}

const height = 300;
const top = 26;
const bottom = 28;
const defaultWidth = 870;
/** Width of the widest letter of a label at 11 px. */
const letter = 6.5;

/**
 * Show bars over time, each of several parts, with axes. The drawing has the available width, so
 * that its text keeps its size. The same figures are a table for screen readers.
 */
export function StackedBars(props: StackedBarsProps) {
  const { title, labels, labelTitle, series, format } = props;
  const totals = labels.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  return (
    <figure className={styles.figure} aria-label={title}>
      {series.length > 1 && (
        <ul className={styles.legend} aria-hidden="true">
          {series.map(({ name, color }) => (
            <li key={name}>
              <i style={{ background: color }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <Drawing {...props} totals={totals} />
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{labelTitle}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {labels.map((label, i) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{format(values[i] ?? 0)}</td>
                ))}
                <td>{format(totals[i] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

function Drawing({
  unit,
  labels,
  series,
  format,
  formatTick,
  minStep = 0,
  totals,
}: StackedBarsProps & { totals: readonly number[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const ticks = ticksUpTo(Math.max(0, ...totals), { min: minStep });
  const scale = scaleOf(ticks, width, { labels, format, formatTick, totals });
  const { left, y } = scale;
  return (
    <div ref={frame} className={styles.frame}>
      <svg width={width} height={height} className={styles.chart} aria-hidden="true">
        <text x={0} y={11} className={styles.mark}>
          {unit}
        </text>
        {ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${left} ${y(tick)}H${width}`} className={tick === 0 ? styles.axis : styles.line} />
            <text x={left - 10} y={y(tick) + 4} textAnchor="end" className={styles.mark}>
              {formatTick(tick)}
            </text>
          </g>
        ))}
        {labels.map((label, i) => (
          <Column key={label} index={i} {...{ label, labels, series, format, totals, scale }} />
        ))}
      </svg>
    </div>
  );
}

/** Positions of the drawing in pixels, and which labels fit. */
interface Scale {
  /** Left end of the axis. */
  left: number;
  width: number;
  /** Width of the column of one bar. */
  step: number;
  bar: number;
  y: (value: number) => number;
  /** One of this many labels is shown. */
  every: number;
  hasTotals: boolean;
}

type ScaledTexts = Pick<StackedBarsProps, 'labels' | 'format' | 'formatTick'> & { totals: readonly number[] };

function scaleOf(ticks: readonly number[], width: number, texts: ScaledTexts): Scale {
  const { labels, format, formatTick, totals } = texts;
  const max = ticks.at(-1) ?? 1;
  const left = 14 + letter * Math.max(...ticks.map((tick) => formatTick(tick).length));
  const step = (width - left) / Math.max(1, labels.length);
  return {
    left,
    width,
    step,
    bar: Math.min(52, Math.max(1, step * 0.62)),
    y: (value) => height - bottom - (value / max) * (height - top - bottom),
    every: Math.ceil((letter * (Math.max(0, ...labels.map(({ length }) => length)) + 2)) / step),
    hasTotals: letter * Math.max(0, ...totals.map((total) => format(total).length)) < step,
  };
}

interface ColumnProps extends Pick<StackedBarsProps, 'labels' | 'series' | 'format'> {
  label: string;
  index: number;
  totals: readonly number[];
  scale: Scale;
}

/** Draw a bar with its total and its label. */
function Column({ label, labels, index, series, format, totals, scale }: ColumnProps) {
  const { left, width, step, bar, y, every, hasTotals } = scale;
  const middle = left + step * (index + 0.5);
  const total = totals[index] ?? 0;
  return (
    <g className={styles.bar}>
      <title>{tipOf(label, total, index, series, format)}</title>
      {/* The whole column reacts to the pointer, also above a low bar. */}
      <rect x={middle - step / 2} y={top} width={step} height={height - top - bottom} fill="transparent" />
      {partsOf(series, index).map(({ name, color, from, to }) => (
        <rect
          key={name}
          x={middle - bar / 2}
          y={y(to)}
          width={bar}
          height={Math.max(0, y(from) - y(to) - (bar > 6 ? 1 : 0))}
          fill={color}
        />
      ))}
      {hasTotals && total > 0 && (
        <text x={middle} y={y(total) - 6} textAnchor="middle" className={styles.total}>
          {format(total)}
        </text>
      )}
      {index % every === (labels.length - 1) % every && (
        <text
          x={Math.min(middle, width - (letter * label.length) / 2)}
          y={height - 8}
          textAnchor="middle"
          className={styles.mark}
        >
          {label}
        </text>
      )}
    </g>
  );
}

/** Return the parts of one bar with their offsets. */
function partsOf(series: readonly Series[], index: number) {
  let from = 0;
  return series.map(({ name, color, values }) => {
    const part = { name, color, from, to: from + (values[index] ?? 0) };
    from = part.to;
    return part;
  });
}

function tipOf(
  label: string,
  total: number,
  index: number,
  series: readonly Series[],
  format: StackedBarsProps['format'],
): string {
  const parts = series.flatMap(({ name, values }) =>
    values[index] ? [`${name}: ${format(values[index])}`] : [],
  );
  return [`${label}: ${format(total)}`, ...(parts.length > 1 ? parts : [])].join('\n');
}

/** Return the width of an element; before it is measured, that on a wide screen. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(defaultWidth);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      const found = Math.floor(entry?.contentRect.width ?? 0);
      if (found > 0) setWidth(found);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
