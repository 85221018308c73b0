import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CardSkeletons.module.css';
import card from './CharacterCard.module.css';
import screen from './CharactersScreen.module.css';

const places = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholders of cards while the cast loads. */
export function CardSkeletons() {
  return (
    <div className={styles.coming} role="status" aria-label="Loading characters">
      <ul className={screen.grid} aria-hidden="true">
        {places.map((place) => (
          <li key={place} className={card.card}>
            <div className={card.picture}>
              <Skeleton height="100%" />
            </div>
            <div className={card.heading}>
              <div className={styles.name}>
                <Skeleton height={16} width="58%" />
              </div>
            </div>
            <div className={`${card.figures} ${styles.lines}`}>
              <Skeleton height={10} width="68%" />
              <Skeleton height={10} width="86%" />
            </div>
            <div className={styles.voice}>
              <Skeleton height={10} width="44%" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
