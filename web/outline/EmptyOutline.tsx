import { Plus } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { EmptyPage } from '#web/ui/EmptyPage.tsx';

/** Show a message in an empty outline. `onAdd`: null for users who cannot edit. */
export function EmptyOutline({ onAdd }: { onAdd: (() => void) | null }) {
  return (
    <EmptyPage
      drawing={<ThreeCards />}
      title="No outline items yet"
      text={
        onAdd
          ? 'Tell the story in a few lines, one card per event. Drag cards to reorder them.'
          : 'Nothing has been outlined so far.'
      }
    >
      {onAdd && (
        <Button size="large" icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />} onClick={onAdd}>
          Add the first item
        </Button>
      )}
    </EmptyPage>
  );
}

/** Draw three cards in a column, the last one in outline. */
function ThreeCards() {
  return (
    <svg viewBox="0 0 300 124" width="300" height="124" aria-hidden="true">
      <rect x="1" y="1" width="298" height="34" rx="3" />
      <rect x="1" y="45" width="298" height="34" rx="3" />
      <rect x="1" y="89" width="298" height="34" rx="3" strokeDasharray="4 4" />
      <path d="M20 14h84M20 23h188M20 58h62M20 67h228" />
    </svg>
  );
}
