import type { FittedTitle } from './fitTitle.ts';
import { slantAt } from './slant.ts';

interface TitleLinesProps {
  fitted: FittedTitle;
  x: number;
  /** Position of the first baseline. */
  y: number;
  lineHeight: number;
  /** The last of several lines is slanted. */
  endsSlanted?: boolean;
}

export function TitleLines({ fitted: { lines }, x, y, lineHeight, endsSlanted = false }: TitleLinesProps) {
  const placed = lines.map((text, index) => ({
    text,
    baseline: (y + index * lineHeight).toFixed(1),
    isSlanted: endsSlanted && index > 0 && index === lines.length - 1,
  }));
  return placed.map(({ text, baseline, isSlanted }) => (
    <text key={baseline} x={x} y={baseline} transform={isSlanted ? slantAt(Number(baseline)) : undefined}>
      {text}
    </text>
  ));
}
