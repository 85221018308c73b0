import { Button } from '#web/ui/Button.tsx';
import styles from './CharactersScreen.module.css';
import { countInWords } from './figures.ts';

/** Show above the cast how many names are doubtful. */
export function DoubtfulNotice({ count, onLook }: { count: number; onLook: () => void }) {
  return (
    <div className={styles.notice} role="status">
      <p>
        {countInWords(count, 'name looks', 'names look')} like more than one person, or like another spelling
        of somebody.
      </p>
      <Button size="small" onClick={onLook}>
        Look at {count === 1 ? 'it' : 'them'}
      </Button>
    </div>
  );
}
