import { fitTitle } from './fitTitle.ts';
import styles from './Poster.module.css';
import { slantAt } from './slant.ts';
import { TitleLines } from './TitleLines.tsx';

const box = { width: 852, height: 330, maxFontSize: 146, leading: 0.84, maxLines: 4 };
const strengths = [0.6, 0.4, 0.24, 0.12];

/** Draw the title at the top and repeat its last line, fading, down to the end of the frame. */
export function Echo({ title }: { title: string }) {
  const fitted = fitTitle(title, box);
  const { lines, fontSize } = fitted;
  const lineHeight = fontSize * box.leading;
  const first = 28 + fontSize * 0.76;
  const last = first + (lines.length - 1) * lineHeight;
  const echoes = strengths
    .map((opacity, index) => ({
      opacity,
      y: last + (index + 1) * fontSize * 0.66,
      isSlanted: index % 2 === 0,
    }))
    .filter(({ y }) => y - fontSize * 0.7 < 400)
    .reverse();
  return (
    <g className={styles.title} fontSize={fontSize}>
      {echoes.map(({ opacity, y, isSlanted }) => (
        <text
          key={opacity}
          className={styles.echo}
          x="44"
          y={y.toFixed(1)}
          opacity={opacity}
          transform={isSlanted ? slantAt(y) : undefined}
        >
          {lines.at(-1)}
        </text>
      ))}
      <TitleLines fitted={fitted} x={44} y={first} lineHeight={lineHeight} />
    </g>
  );
}
