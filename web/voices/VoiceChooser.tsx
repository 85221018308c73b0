import { useState } from 'react';
import { DesignDialog, type DesignOffers } from './DesignDialog.tsx';
import type { DesignedFor } from './designDraft.ts';
import { VoiceLibraryDialog } from './VoiceLibraryDialog.tsx';

interface VoiceChooserProps {
  projectId: number;
  person: DesignedFor;
  currentVoiceId: string | null;
  /** Names of characters by the voices that they have. */
  usedBy: ReadonlyMap<string, readonly string[]>;
  /** Null where nothing can be designed. */
  offers: DesignOffers | null;
  /** Its id can speak. `isMade`: it was just designed. */
  onChoose: (voiceId: string, isMade: boolean) => void;
  onClose: () => void;
}

/** Finds a voice for a character: one of the library, or one that is designed. */
export function VoiceChooser({
  projectId,
  person,
  offers,
  onChoose,
  onClose,
  ...library
}: VoiceChooserProps) {
  const [isDesigning, setIsDesigning] = useState(false);
  const choose = (voiceId: string, isMade: boolean) => {
    onChoose(voiceId, isMade);
    onClose();
  };
  if (isDesigning && offers) {
    return (
      <DesignDialog
        projectId={projectId}
        person={person}
        offers={offers}
        onMade={(voiceId) => choose(voiceId, true)}
        onBack={() => setIsDesigning(false)}
        onClose={onClose}
      />
    );
  }
  const { name, role, age } = person;
  return (
    <VoiceLibraryDialog
      {...library}
      forWhom={[name.trim() || 'the new character', role.trim(), age]
        .filter((part) => part !== '' && part !== null)
        .join(', ')}
      onUse={({ voice_id }) => choose(voice_id, false)}
      onDesign={offers && (() => setIsDesigning(true))}
      onClose={onClose}
    />
  );
}
