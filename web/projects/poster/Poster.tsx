import { useState } from 'react';
import type { ProjectSummary } from '#shared/contract/projects.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { Disc } from './Disc.tsx';
import { Echo } from './Echo.tsx';
import { Ledger } from './Ledger.tsx';
import { posterLook } from './look.ts';
import styles from './Poster.module.css';

interface PosterProps {
  project: Pick<ProjectSummary, 'id' | 'name' | 'conceptImageUrl'>;
}

const settings = { ledger: Ledger, echo: Echo, disc: Disc };

/**
 * Render a frame of 2.35:1 that fills its parent's width: the concept image, or the title set as a
 * poster. It is hidden from assistive technology, because the name is always next to it.
 */
export function Poster({ project }: PosterProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { id, name, conceptImageUrl } = project;
  if (conceptImageUrl && conceptImageUrl !== brokenUrl) {
    return (
      <div className={styles.frame} aria-hidden="true">
        <img
          className={styles.image}
          src={hrefOf(conceptImageUrl)}
          alt=""
          decoding="async"
          onError={() => setBrokenUrl(conceptImageUrl)}
        />
      </div>
    );
  }
  const { setting, colours } = posterLook(id);
  const Setting = settings[setting];
  return (
    <div
      className={`${styles.frame} ${styles[colours]}`}
      aria-hidden="true"
      data-setting={setting}
      data-colours={colours}
    >
      <svg
        className={styles.art}
        viewBox="0 0 940 400"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <rect className={styles.ground} width="940" height="400" />
        <Setting title={name} />
      </svg>
    </div>
  );
}
