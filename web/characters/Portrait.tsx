import { useState } from 'react';
import { hrefOf } from '#web/lib/basePath.ts';
import { initialsOf } from '#web/ui/Avatar.tsx';
import styles from './Portrait.module.css';

/** Show the avatar of a character, or a faceless figure with the initials. */
export function Portrait({ name, url }: { name: string; url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (url !== null && url !== broken) {
    return (
      <img
        className={styles.face}
        src={hrefOf(url)}
        alt={`Avatar of ${name}`}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(url)}
      />
    );
  }
  const [firstName = '', ...others] = name.trim().split(/\s+/);
  return (
    <span className={styles.letters} aria-hidden="true">
      <svg
        className={styles.bust}
        viewBox="0 0 100 92"
        preserveAspectRatio="xMidYMax meet"
        aria-hidden="true"
      >
        <circle cx="50" cy="34" r="20" />
        <path d="M12 92c3-24 18-33 38-33s35 9 38 33z" />
      </svg>
      <span className={styles.initials}>
        {initialsOf({ firstName, lastName: others.at(-1) ?? null, email: name })}
      </span>
    </span>
  );
}
