import type { ReactNode } from 'react';
import { posterLook } from './look.ts';
import styles from './Poster.module.css';

interface PosterGroundProps {
  projectId: number;
  /** Text in `--ink`, which has enough contrast with everything drawn here. */
  children: ReactNode;
}

/** Draw the poster of a project without its title: the colours and the shapes of its setting. */
export function PosterGround({ projectId, children }: PosterGroundProps) {
  const { setting, colours } = posterLook(projectId);
  return (
    <div className={`${styles.bare} ${styles[colours]}`} data-setting={setting} data-colours={colours}>
      <svg
        className={styles.art}
        viewBox="0 0 940 400"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <rect className={styles.ground} width="940" height="400" />
        {setting === 'ledger' && <path className={styles.rule} d={rules} />}
        {setting === 'echo' && <path className={styles.echo} d={waves} />}
        {setting === 'disc' && (
          <>
            <circle className={styles.disc} cx="772" cy="200" r="218" />
            <path className={styles.cross} d="M772 0V400M540 200H940" />
          </>
        )}
      </svg>
      {children}
    </div>
  );
}

const rules = [44, 88, 132, 176, 220, 264, 308, 352].map((y) => `M0 ${y}H940`).join('');

/** Bands that get thinner downwards. */
const waves = [
  [96, 70],
  [192, 44],
  [262, 26],
  [314, 14],
  [354, 7],
]
  .map(([y, height]) => `M0 ${y}H940v${height}H0Z`)
  .join('');
