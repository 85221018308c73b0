import { useState } from 'react';
import { initialsOf } from '#web/ui/Avatar.tsx';
import styles from './Portrait.module.css';

/** The avatar of a character, or the first letters of the name on the colour around it. */
export function Portrait({ name, url }: { name: string; url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (url !== null && url !== broken) {
    return (
      <img
        className={styles.face}
        src={url}
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
      {initialsOf({ firstName, lastName: others.at(-1) ?? null, email: name })}
    </span>
  );
}
