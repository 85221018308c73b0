import { useId } from 'react';
import { curveThrough } from './curve.ts';
import { fullHeightPx, heightPx, tiers } from './levels.ts';
import type { Plot, PlotColumn } from './plot.ts';
import styles from './TensionChart.module.css';

interface TensionChartProps extends Pick<Plot, 'columns' | 'stretches'> {
  selected: PlotColumn | undefined;
  onSelect: (column: PlotColumn) => void;
}

/**
 * Show a bar for each beat, a curve over them, the acts below. Bars are radio buttons: arrow keys
 * move between them.
 */
export function TensionChart({ columns, stretches, selected, onSelect }: TensionChartProps) {
  const name = useId();
  return (
    <div className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        <span style={{ bottom: `${tiers.high * fullHeightPx}px` }}>high</span>
        <span style={{ bottom: `${tiers.moderate * fullHeightPx}px` }}>moderate</span>
        <span style={{ bottom: 0 }}>low</span>
      </div>
      <div className={styles.scroll}>
        <div
          className={styles.plot}
          style={{
            gridTemplateColumns: `repeat(${columns.length}, minmax(var(--column), 1fr))`,
            // As wide as the columns if they do not fit, so that the curve scrolls with them.
            minWidth: `calc(var(--column) * ${columns.length} + 2 * var(--edge))`,
          }}
        >
          {/* Not a fieldset, because that cannot use the columns of the surrounding grid. */}
          <div className={styles.columns} role="radiogroup" aria-label="Tension by beat">
            {columns.map((column) => (
              <label
                key={column.pointId}
                className={styles.column}
                data-theme={column.theme}
                data-without-evidence={column.isWithoutEvidence || undefined}
              >
                <input
                  type="radio"
                  name={name}
                  className={styles.radio}
                  aria-label={column.name}
                  checked={column === selected}
                  onChange={() => onSelect(column)}
                />
                <span className={styles.bar} style={{ height: `${heightPx(column.level)}px` }} />
              </label>
            ))}
          </div>
          <Curve columns={columns} />
          <Acts stretches={stretches} />
        </div>
      </div>
    </div>
  );
}

function Curve({ columns }: Pick<Plot, 'columns'>) {
  const dots = columns.map(({ level }, index) => ({ x: index + 0.5, y: fullHeightPx - heightPx(level) }));
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${columns.length} ${fullHeightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {[tiers.high, tiers.moderate].map((tier) => (
        <path key={tier} className={styles.tier} d={`M0 ${fullHeightPx * (1 - tier)}H${columns.length}`} />
      ))}
      <path className={styles.line} d={curveThrough(dots)} />
    </svg>
  );
}

function Acts({ stretches }: Pick<Plot, 'stretches'>) {
  return (
    <ul className={styles.acts} aria-label="Acts">
      {stretches.map((stretch) => (
        <li
          key={stretch.pointId}
          className={styles.act}
          data-theme={stretch.theme}
          style={{ gridColumn: `span ${stretch.columns}` }}
          title={stretch.title ?? undefined}
        >
          {stretch.title ?? `Act ${stretch.number}`}
        </li>
      ))}
    </ul>
  );
}
