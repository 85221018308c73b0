import { Columns3, Plus } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { EmptyPage } from '#web/ui/EmptyPage.tsx';

interface EmptyPlanProps {
  /** Null for users who cannot edit. */
  onAdd: (() => void) | null;
  onStructure: () => void;
}

/** Show a message in an empty plan. */
export function EmptyPlan({ onAdd, onStructure }: EmptyPlanProps) {
  return (
    <EmptyPage
      drawing={
        <svg viewBox="0 0 420 120" width="420" height="120" aria-hidden="true">
          <path d="M10 92C70 88 80 60 120 66s50 18 90-8 50 10 84-22 60-20 116 34" />
          <path d="M10 110h400" strokeDasharray="98 3" />
          <path d="M10 92v0M120 60v12M210 52v12M294 30v12" />
        </svg>
      }
      title="No acts yet"
      text={
        onAdd
          ? 'Begin with a structure, or add an act and lay its beats out like index cards.'
          : 'Nothing has been planned so far.'
      }
    >
      {onAdd && (
        <Button
          size="large"
          icon={<Columns3 size={16} strokeWidth={1.6} aria-hidden="true" />}
          onClick={onStructure}
        >
          Begin with a structure
        </Button>
      )}
      {onAdd && (
        <Button size="large" icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />} onClick={onAdd}>
          Add Act
        </Button>
      )}
    </EmptyPage>
  );
}
