import type { ReactNode } from 'react';
import styles from './Features.module.css';

interface Feature {
  title: string;
  text: string;
  /** What it looks like, in its own type. */
  specimen: ReactNode;
}

/** Eighths of a page, with the strip colours of a production board. */
const strips = [
  { number: 24, eighths: '1 2/8', kind: 'intNight' },
  { number: 25, eighths: '5/8', kind: 'intNight' },
  { number: 26, eighths: '1 1/8', kind: 'extDay' },
  { number: 27, eighths: '6/8', kind: 'intDay' },
  { number: 28, eighths: '2/8', kind: 'extNight' },
  { number: 29, eighths: '1', kind: 'extNight' },
  { number: 30, eighths: '4/8', kind: 'intNight' },
] as const;

/** Only what the product does today. */
export const features: Feature[] = [
  {
    title: 'Industry formatting',
    text: 'Courier at ten characters to the inch, with the indents and margins a production office measures by.',
    specimen: (
      <div className={styles.lines}>
        <p>INT. WHEELHOUSE - NIGHT</p>
        <p className={styles.indented}>TOBIAS</p>
        <p className={styles.halfway}>Read me the number.</p>
      </div>
    ),
  },
  {
    title: 'Writing in place',
    text: 'Click a line and it takes the caret where it stands. Nothing moves when you begin, or when you are done.',
    specimen: (
      <p className={styles.edited}>
        Nobody waits for the second boat
        <span className={styles.caret} />
      </p>
    ),
  },
  {
    title: 'Smart organization',
    text: 'Every heading makes a scene. Change the page, and scenes and characters stay in step with it.',
    specimen: (
      <div className={styles.board}>
        {strips.map(({ number, eighths, kind }) => (
          <i key={number} className={styles[kind]}>
            {number}
            <span>{eighths}</span>
          </i>
        ))}
      </div>
    ),
  },
  {
    title: 'Final Draft, both ways',
    text: 'Import an FDX file with its notes, numbers and revisions, and export one that still has them.',
    specimen: <p className={styles.large}>.fdx</p>,
  },
  {
    title: 'Fountain, both ways',
    text: 'Plain text scripts open as pages, and any script leaves as plain text you can read anywhere.',
    specimen: (
      <div className={styles.lines}>
        <p>EXT. CAR DECK - NIGHT</p>
        <p>@MARA</p>
        <p>Then it has _grown_.</p>
      </div>
    ),
  },
  {
    title: 'A PDF that prints right',
    text: 'Title page, page numbers, (MORE) and (CONT’D), dual dialogue side by side, and a bookmark for every scene.',
    specimen: (
      <div className={styles.stack}>
        <span />
        <span />
        <span>118.</span>
      </div>
    ),
  },
];

export function Features() {
  return (
    <section className={styles.section} id="features" aria-labelledby="features-title">
      <div className={styles.inner}>
        <div className={styles.introduction}>
          <h2 id="features-title">Everything else within reach, and out of the way.</h2>
          <p>The script is the product. Around it stands what a script needs on its way to a set.</p>
        </div>
        <ul className={styles.grid}>
          {features.map(({ title, text, specimen }) => (
            <li key={title} className={styles.card}>
              <div className={styles.specimen} aria-hidden="true">
                {specimen}
              </div>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
