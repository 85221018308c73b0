import { fitTitle } from './fitTitle.ts';
import styles from './Poster.module.css';
import { TitleLines } from './TitleLines.tsx';

const box = { width: 844, height: 344, maxFontSize: 124, leading: 0.91, maxLines: 5 };

/** Draw a sun at the right, with the title across it and the last line slanted. */
export function Disc({ title }: { title: string }) {
  const fitted = fitTitle(title, box);
  const lineHeight = fitted.fontSize * box.leading;
  const first = 200 - (lineHeight * fitted.lines.length) / 2 + lineHeight * 0.8;
  return (
    <>
      <circle className={styles.disc} cx="772" cy="200" r="218" />
      <path className={styles.cross} d="M772 0V400M540 200H940" />
      <g className={styles.title} fontSize={fitted.fontSize}>
        <TitleLines fitted={fitted} x={48} y={first} lineHeight={lineHeight} endsSlanted />
      </g>
    </>
  );
}
