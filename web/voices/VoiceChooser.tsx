import { useState } from 'react';
import { DesignDialog, type DesignOffers } from './DesignDialog.tsx';
import type { DesignedFor } from './designDraft.ts';
import { VoiceLibraryDialog } from './VoiceLibraryDialog.tsx';

interface VoiceChooserProps {
  projectId: number;
  /** Character to assign a voice to; null for listening only. */
  person: DesignedFor | null;
  currentVoiceId: string | null;
  /** Names of characters by the voices that they have. */
  usedBy: ReadonlyMap<string, readonly string[]>;
  /** Prices of designing; null if designing is unavailable. */
  offers: DesignOffers | null;
  /** Its id can speak. `isMade`: it was just designed. */
  onChoose: (voiceId: string, isMade: boolean) => void;
  onClose: () => void;
}

/** Show the library, from which a voice is chosen or designed. */
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
  if (isDesigning && person && offers) {
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
  return (
    <VoiceLibraryDialog
      {...library}
      forWhom={person && describedPerson(person)}
      onUse={({ voice_id }) => choose(voice_id, false)}
      onDesign={person && offers && (() => setIsDesigning(true))}
      onClose={onClose}
    />
  );
}

/** Return "MARA, Purser, 38". */
function describedPerson({ name, role, age }: DesignedFor): string {
  return [name.trim() || 'the new character', role.trim(), age]
    .filter((part) => part !== '' && part !== null)
    .join(', ');
}
