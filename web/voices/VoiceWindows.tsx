import type { Character } from '#shared/contract/characters.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { voicesToasts } from '#web/voices/voicesToasts.ts';
import type { DesignOffers } from './DesignDialog.tsx';
import type { DesignedFor } from './designDraft.ts';
import { useAssignVoices } from './useAssignVoices.ts';

// Rarely opened, so their code is loaded on demand.
const choice = createLazyModule(() => import('./VoiceChooser.tsx').then((file) => file.VoiceChooser));
const suggestions = createLazyModule(() => import('./SuggestVoices.tsx').then((file) => file.SuggestVoices));

/** The open voice dialog: listening, choosing for a character or in its form, or suggestions. */
export type VoiceWindow =
  | { type: 'library' }
  | { type: 'character'; character: Character }
  | { type: 'form'; person: DesignedFor; voiceId: string | null; onChoose: (voiceId: string) => void }
  | { type: 'suggestions' };

interface VoiceWindowsProps {
  projectId: number;
  open: VoiceWindow | null;
  /** The current cast. */
  characters: readonly Character[];
  offers: DesignOffers;
  onClose: () => void;
}

/** Show the open voice dialog over the cast. */
export function VoiceWindows({ projectId, open, characters, offers, onClose }: VoiceWindowsProps) {
  const { assign } = useAssignVoices(projectId);
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    onClose();
  };
  const usedBy = namesByVoice(characters);
  switch (open?.type) {
    case 'library':
      return (
        <WhenLoaded key="library" part={choice} onFailure={fail}>
          {(VoiceChooser) => (
            <VoiceChooser
              projectId={projectId}
              person={null}
              currentVoiceId={null}
              usedBy={usedBy}
              offers={null}
              onChoose={() => {}}
              onClose={onClose}
            />
          )}
        </WhenLoaded>
      );
    case 'character':
    case 'form':
      return (
        <WhenLoaded key="choice" part={choice} onFailure={fail}>
          {(VoiceChooser) => (
            <VoiceChooser
              projectId={projectId}
              person={open.type === 'form' ? open.person : personOf(open.character)}
              currentVoiceId={open.type === 'form' ? open.voiceId : open.character.voiceId}
              usedBy={usedBy}
              offers={offers}
              onChoose={(voiceId, isMade) => {
                const done = isMade ? voicesToasts.voiceCreated : toastTexts.characterUpdated;
                if (open.type === 'character')
                  assign({ assignments: [{ id: open.character.id, voiceId }], done });
                else open.onChoose(voiceId);
                if (open.type === 'form' && isMade) toast(done);
              }}
              onClose={onClose}
            />
          )}
        </WhenLoaded>
      );
    case 'suggestions':
      return (
        <WhenLoaded key="suggestions" part={suggestions} onFailure={fail}>
          {(SuggestVoices) => (
            <SuggestVoices projectId={projectId} characters={characters} onClose={onClose} />
          )}
        </WhenLoaded>
      );
    case undefined:
      return null;
  }
}

function personOf({ name, role, description, age, characterType }: Character): DesignedFor {
  return { name, role: role ?? '', description: description ?? '', age, characterType };
}

/** Return the names of the characters by their voices. */
export function namesByVoice(characters: readonly Character[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { voiceId, name } of characters) {
    if (voiceId !== null) names.set(voiceId, [...(names.get(voiceId) ?? []), name]);
  }
  return names;
}
