import { useState } from 'react';
import { hrefOf } from '#web/lib/basePath.ts';
import styles from './Banner.module.css';

interface PictureProps {
  alt: string;
  picture: ReturnType<typeof useLoadedPicture>;
}

/** Return the shown picture: the previous one stays until the new one has loaded. */
export function useLoadedPicture(url: string | null) {
  const [loaded, setLoaded] = useState(url);
  const [broken, setBroken] = useState<string | null>(null);
  const shownUrl = url === broken ? null : url;
  return {
    shown: shownUrl === null ? null : loaded,
    coming: shownUrl === loaded ? null : shownUrl,
    onLoaded: setLoaded,
    onBroken: setBroken,
  };
}

export function ConceptPicture({ alt, picture: { shown, coming, onLoaded, onBroken } }: PictureProps) {
  return (
    <>
      {shown !== null && (
        <img
          key={shown}
          className={styles.image}
          src={hrefOf(shown)}
          alt={alt}
          decoding="async"
          onError={() => onBroken(shown)}
        />
      )}
      {coming !== null && (
        <img
          key={coming}
          className={`${styles.image} ${styles.coming}`}
          src={hrefOf(coming)}
          alt=""
          onLoad={() => onLoaded(coming)}
          onError={() => onBroken(coming)}
        />
      )}
    </>
  );
}
