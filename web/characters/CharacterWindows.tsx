import type { ReactNode } from 'react';
import type { Character } from '#shared/contract/characters.ts';
import { CharacterDialog, type VoiceOfForm } from './CharacterDialog.tsx';
import { DeleteCharacterDialog } from './DeleteCharacterDialog.tsx';
import { DoubtfulDialog } from './DoubtfulDialog.tsx';
import type { Doubtful } from './doubtful.data.ts';
import type { FiguresOf } from './figures.ts';
import { MeetingsDialog } from './MeetingsDialog.tsx';
import type { CastOfScript } from './useCastInScript.ts';
import type { CharacterOffers } from './useCharacterOffers.ts';

/** The open dialog over the cast. */
export type CharacterWindow =
  | { type: 'new' | 'meetings' | 'doubtful' }
  | { type: 'edit' | 'delete'; character: Character };

interface CharacterWindowsProps {
  projectId: number;
  open: CharacterWindow | null;
  /** The current cast; undefined while loading. */
  characters: readonly Character[] | undefined;
  inScript: CastOfScript;
  figuresOf: FiguresOf | null;
  doubtful: readonly Doubtful[];
  canWrite: boolean;
  offers: CharacterOffers;
  voice: (form: VoiceOfForm) => ReactNode;
  onClose: () => void;
}

export function CharacterWindows({ projectId, open, characters, inScript, ...props }: CharacterWindowsProps) {
  const { script, speaks, mentions, sceneAt } = inScript;
  const { figuresOf, doubtful, canWrite, offers, voice, onClose } = props;
  return (
    <>
      {(open?.type === 'new' || open?.type === 'edit') && characters && (
        <CharacterDialog
          projectId={projectId}
          character={open.type === 'edit' ? open.character : null}
          characters={characters}
          figuresOf={figuresOf}
          script={script}
          speaks={speaks}
          mentions={mentions}
          canWrite={canWrite}
          offers={offers}
          voice={voice}
          onClose={onClose}
        />
      )}
      {open?.type === 'meetings' && script && <MeetingsDialog script={script} onClose={onClose} />}
      {open?.type === 'doubtful' && (
        <DoubtfulDialog projectId={projectId} all={doubtful} sceneAt={sceneAt} onClose={onClose} />
      )}
      <DeleteCharacterDialog
        projectId={projectId}
        character={open?.type === 'delete' ? open.character : null}
        onClose={onClose}
      />
    </>
  );
}
