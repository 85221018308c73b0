import { fitTitle } from './fitTitle.ts';
import styles from './Poster.module.css';
import { TitleLines } from './TitleLines.tsx';

const box = { width: 752, height: 352, maxFontSize: 150, leading: 0.88, maxLines: 5 };

/** Draw a ruled page with a margin line. The title is on the rules, its last line slanted. */
export function Ledger({ title }: { title: string }) {
  const fitted = fitTitle(title, box);
  const lineHeight = fitted.fontSize * box.leading;
  // Rules are about 44 apart, and every baseline is on one.
  const pitch = lineHeight / Math.max(1, Math.round(lineHeight / 44));
  const first = 200 - (lineHeight * fitted.lines.length) / 2 + lineHeight * 0.8;
  const rules: number[] = [];
  for (let y = first % pitch; y < 400; y += pitch) rules.push(y);
  return (
    <>
      <path className={styles.rule} d={rules.map((y) => `M0 ${y.toFixed(1)}H940`).join('')} />
      <path className={styles.margin} d="M118 0V400M124 0V400" />
      <text className={styles.folio} x="94" y={first.toFixed(1)} textAnchor="end">
        1.
      </text>
      <g className={styles.title} fontSize={fitted.fontSize}>
        <TitleLines fitted={fitted} x={150} y={first} lineHeight={lineHeight} endsSlanted />
      </g>
    </>
  );
}
