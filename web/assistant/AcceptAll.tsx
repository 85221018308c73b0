import { type Suggestion, suggestionTypes } from '#shared/contract/assistant.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import type { Card } from './cards.ts';
import { typeLabels } from './SuggestionCard.tsx';

interface AcceptAllProps {
  cards: readonly Card[];
  isBusy: boolean;
  onAccept: (type: Suggestion['type']) => void;
}

/** Accepts all of one kind, of each the variant that is shown. */
export function AcceptAll({ cards, isBusy, onAccept }: AcceptAllProps) {
  const kinds = suggestionTypes
    .map((type) => ({ type, count: cards.filter(({ shown }) => shown.type === type).length }))
    .filter(({ count }) => count > 0);
  return (
    <Menu
      trigger={
        <Button size="small" isBusy={isBusy}>
          Accept all
        </Button>
      }
    >
      {kinds.map(({ type, count }) => (
        <MenuItem key={type} onSelect={() => onAccept(type)}>
          {typeLabels[type]} ({count})
        </MenuItem>
      ))}
    </Menu>
  );
}
