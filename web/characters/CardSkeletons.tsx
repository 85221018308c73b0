import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CardSkeletons.module.css';
import screen from './CharactersScreen.module.css';

const places = [1, 2, 3, 4, 5, 6, 7, 8];

export function CardSkeletons() {
  return (
    <div role="status" aria-label="Loading characters">
      <ul className={screen.grid} aria-hidden="true">
        {places.map((place) => (
          <li key={place} className={styles.card}>
            <Skeleton aspectRatio={278 / 256} />
            <div className={styles.lines}>
              <Skeleton height={18} width="64%" />
              <Skeleton height={11} width="40%" />
              <Skeleton height={11} width="72%" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
