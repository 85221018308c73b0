import { changingTypes } from '#shared/contract/assistant.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { type Card, cardsOfPlaces } from './cards.ts';
import { typeLabels } from './SuggestionCard.tsx';
import type { Decisions } from './useDecisions.ts';

interface AcceptAllProps {
  cards: readonly Card[];
  decisions: Decisions;
}

/**
 * Show a menu that accepts all suggestions of a type: the shown variant of each card, and every
 * place of a habit.
 */
export function AcceptAll({ cards, decisions }: AcceptAllProps) {
  const places = cards.flatMap(cardsOfPlaces);
  const kinds = changingTypes
    .map((type) => ({ type, count: places.filter(({ shown }) => shown.type === type).length }))
    .filter(({ count }) => count > 0);
  if (kinds.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="small" isBusy={decisions.isAcceptingAll}>
          Accept all
        </Button>
      }
    >
      {kinds.map(({ type, count }) => (
        <MenuItem key={type} onSelect={() => void decisions.acceptAll(type)}>
          {typeLabels[type]} ({count})
        </MenuItem>
      ))}
    </Menu>
  );
}
