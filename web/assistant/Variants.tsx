import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { Card } from './cards.ts';
import styles from './SuggestionCard.module.css';

interface VariantsProps {
  card: Card;
  onTurn: (steps: 1 | -1) => void;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show which variant, or which place of a habit, is displayed, and the buttons to the others. */
export function Variants({ card: { variants, shown, habit }, onTurn }: VariantsProps) {
  const what = habit === null ? 'variant' : 'place';
  return (
    <div className={styles.variants}>
      <IconButton label={`Previous ${what}`} size="small" onClick={() => onTurn(-1)}>
        <ChevronLeft {...icon} />
      </IconButton>
      <span role="status">
        {habit === null ? 'Variant' : 'Place'} {variants.indexOf(shown) + 1} of {variants.length}
      </span>
      <IconButton label={`Next ${what}`} size="small" onClick={() => onTurn(1)}>
        <ChevronRight {...icon} />
      </IconButton>
    </div>
  );
}
