import { Plus } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { EmptyPage } from '#web/ui/EmptyPage.tsx';

export function NoCharacters({ canWrite, onNew }: { canWrite: boolean; onNew: () => void }) {
  return (
    <EmptyPage
      drawing={<CastingBoard />}
      title="No characters yet"
      text={
        canWrite
          ? 'They appear by themselves when you write a cue, or you can cast one now.'
          : 'They appear by themselves when a cue is written in the script.'
      }
    >
      {canWrite && (
        <Button size="large" icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />} onClick={onNew}>
          New Character
        </Button>
      )}
    </EmptyPage>
  );
}

/** Draw four portraits, the last two in outline. */
function CastingBoard() {
  return (
    <svg viewBox="0 0 360 124" width="360" height="124" aria-hidden="true">
      <rect x="6" y="12" width="78" height="100" rx="2" />
      <rect x="96" y="12" width="78" height="100" rx="2" />
      <rect x="186" y="12" width="78" height="100" rx="2" strokeDasharray="4 4" />
      <rect x="276" y="12" width="78" height="100" rx="2" strokeDasharray="4 4" />
      <circle cx="45" cy="50" r="15" />
      <path d="M17 111c2-26 12-34 28-34s26 8 28 34" />
      <circle cx="135" cy="50" r="15" />
      <path d="M107 111c2-26 12-34 28-34s26 8 28 34" />
    </svg>
  );
}
