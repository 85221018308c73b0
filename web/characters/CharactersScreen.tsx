import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sortedByPartSize } from '#screenplay/facts/castFacts.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import type { SpeechPrice } from '#shared/voicePrice.ts';
import { useBoardUndo, useUndoKeys } from '#web/boards/useBoardUndo.ts';
import { messageOf } from '#web/lib/api.ts';
import { useScriptCounts } from '#web/script/counts/useScriptCounts.ts';
import { charactersQuery } from '#web/scriptSync/script.data.ts';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { VoiceOnCard } from '#web/voices/VoiceOnCard.tsx';
import { VoiceSection } from '#web/voices/VoiceSection.tsx';
import { type VoiceWindow, VoiceWindows } from '#web/voices/VoiceWindows.tsx';
import { CardSkeletons } from './CardSkeletons.tsx';
import { CastGrid } from './CastGrid.tsx';
import { CharacterCard } from './CharacterCard.tsx';
import type { VoiceOfForm } from './CharacterDialog.tsx';
import { CharactersHead } from './CharactersHead.tsx';
import styles from './CharactersScreen.module.css';
import { type CharacterWindow, CharacterWindows } from './CharacterWindows.tsx';
import { DoubtfulNotice } from './DoubtfulNotice.tsx';
import { ageOf } from './draft.ts';
import { figuresIn } from './figures.ts';
import { NoCharacters } from './NoCharacters.tsx';
import { inOrderOfParts } from './order.ts';
import { useCastInScript } from './useCastInScript.ts';
import { useCharacterOffers } from './useCharacterOffers.ts';
import { useDoubtful } from './useDoubtful.ts';
import { useOrderCharacters } from './useOrderCharacters.ts';

/** The cast of a project as casting cards. */
export function CharactersScreen({ project }: { project: Project }) {
  const canWrite = may(project.role, 'write');
  const shown = useCast(project);
  const { cast, characters, figuresOf, doubtful, sorted } = shown;
  const undo = useBoardUndo(project.id);
  useUndoKeys(undo, canWrite);
  // Readers can listen to voices too, at their own cost (decision OQ-78).
  const isVoiced = characters?.some(({ voiceId }) => voiceId !== null) ?? false;
  const { offers, speechPrice } = useCharacterOffers(project.id, canWrite || isVoiced);
  const order = useOrderCharacters(project.id);
  const [open, setOpen] = useState<CharacterWindow | null>(null);
  const [voiceWindow, setVoiceWindow] = useState<VoiceWindow | null>(null);
  const add = () => setOpen({ type: 'new' });

  return (
    <div className={styles.page}>
      <CharactersHead
        characters={characters}
        figuresOf={figuresOf}
        undo={undo}
        canWrite={canWrite}
        onOrder={sorted && (() => void order('Order the cast by part', sorted))}
        onMeetings={() => setOpen({ type: 'meetings' })}
        onLibrary={() => setVoiceWindow({ type: 'library' })}
        onSuggest={() => setVoiceWindow({ type: 'suggestions' })}
        onNew={add}
      />
      {canWrite && doubtful.length > 0 && (
        <DoubtfulNotice count={doubtful.length} onLook={() => setOpen({ type: 'doubtful' })} />
      )}
      {!characters && cast.isError && <CastFailure cast={cast} />}
      {!characters && !cast.isError && <CardSkeletons />}
      {characters?.length === 0 && <NoCharacters canWrite={canWrite} onNew={add} />}
      {characters && characters.length > 0 && (
        <Cast
          projectId={project.id}
          characters={characters}
          figuresOf={figuresOf}
          canWrite={canWrite}
          offer={offers.avatar}
          price={speechPrice}
          onOrder={order}
          onOpen={setOpen}
          onVoice={setVoiceWindow}
        />
      )}
      <Windows
        projectId={project.id}
        shown={shown}
        canWrite={canWrite}
        offers={offers}
        price={speechPrice}
        open={open}
        onOpen={setOpen}
        voiceWindow={voiceWindow}
        onVoice={setVoiceWindow}
      />
    </div>
  );
}

interface WindowsProps {
  projectId: number;
  shown: ReturnType<typeof useCast>;
  canWrite: boolean;
  offers: ReturnType<typeof useCharacterOffers>['offers'];
  price: SpeechPrice | undefined;
  open: CharacterWindow | null;
  onOpen: (open: CharacterWindow | null) => void;
  voiceWindow: VoiceWindow | null;
  onVoice: (open: VoiceWindow | null) => void;
}

/** The open dialog of a character, and the open dialog of voices over it. */
function Windows({ projectId, shown, canWrite, offers, price, ...windows }: WindowsProps) {
  const { characters, inScript, figuresOf, doubtful } = shown;
  const { open, onOpen, voiceWindow, onVoice } = windows;
  return (
    <>
      <CharacterWindows
        projectId={projectId}
        open={open}
        characters={characters}
        inScript={inScript}
        figuresOf={figuresOf}
        doubtful={doubtful}
        canWrite={canWrite}
        offers={offers}
        voice={(form) => (
          <VoiceOfCharacter projectId={projectId} form={form} price={price} onChoose={onVoice} />
        )}
        onClose={() => onOpen(null)}
      />
      <VoiceWindows
        projectId={projectId}
        open={voiceWindow}
        characters={characters ?? []}
        offers={offers.voice}
        onClose={() => onVoice(null)}
      />
    </>
  );
}

interface CastProps extends Pick<ReturnType<typeof useCast>, 'figuresOf'> {
  projectId: number;
  characters: Character[];
  canWrite: boolean;
  offer: ReturnType<typeof useCharacterOffers>['offers']['avatar'];
  price: SpeechPrice | undefined;
  onOrder: ReturnType<typeof useOrderCharacters>;
  onOpen: (open: CharacterWindow) => void;
  onVoice: (open: VoiceWindow) => void;
}

/** One card for each character, with its voice. */
function Cast({ projectId, characters, figuresOf, canWrite, offer, price, ...on }: CastProps) {
  const { onOrder, onOpen, onVoice } = on;
  return (
    <CastGrid
      characters={characters}
      canWrite={canWrite}
      onOrder={onOrder}
      card={(character, handle) => (
        <CharacterCard
          projectId={projectId}
          character={character}
          figures={figuresOf?.(character.name) ?? null}
          canWrite={canWrite}
          offer={offer}
          voice={
            <VoiceOnCard
              projectId={projectId}
              character={character}
              canWrite={canWrite}
              price={price}
              onChoose={() => onVoice({ type: 'character', character })}
            />
          }
          handle={handle}
          onOpen={() => onOpen({ type: 'edit', character })}
          onDelete={() => onOpen({ type: 'delete', character })}
        />
      )}
    />
  );
}

/** Return the characters with their figures from the script. */
function useCast(project: Project) {
  // Other users and cues in the script add characters.
  const cast = useQuery({ ...charactersQuery(project.id), refetchOnMount: 'always' });
  const characters = cast.data;
  const inScript = useCastInScript(project, characters, useScriptCounts(project));
  const { script } = inScript;
  const figuresOf = useMemo(() => script && figuresIn(script), [script]);
  const doubtful = useDoubtful(inScript.elements, characters, project.cueChoices);
  /** Ids by role size, largest first; null while the sizes are unknown. */
  const sorted =
    script && characters ? inOrderOfParts(characters, sortedByPartSize(script.facts.parts.values())) : null;
  return { cast, characters, inScript, figuresOf, doubtful, sorted };
}

function CastFailure({ cast }: Pick<ReturnType<typeof useCast>, 'cast'>) {
  return (
    <LoadFailure
      text="The characters could not be loaded."
      why={messageOf(cast.error, 'Check your connection and try again.')}
      isRetrying={cast.isFetching}
      onRetry={() => void cast.refetch()}
    />
  );
}

interface VoiceOfCharacterProps {
  projectId: number;
  form: VoiceOfForm;
  price: SpeechPrice | undefined;
  onChoose: (open: VoiceWindow) => void;
}

function VoiceOfCharacter({ projectId, form, price, onChoose }: VoiceOfCharacterProps) {
  const { draft, isReadOnly, onWrite } = form;
  return (
    <VoiceSection
      projectId={projectId}
      name={draft.name}
      voiceId={draft.voiceId}
      settings={draft.voiceSettings}
      isReadOnly={isReadOnly}
      price={price}
      onWrite={onWrite}
      onChoose={() =>
        onChoose({
          type: 'form',
          person: { ...draft, age: ageOf(draft.age) },
          voiceId: draft.voiceId,
          onChoose: (voiceId) => onWrite({ voiceId }),
        })
      }
    />
  );
}
