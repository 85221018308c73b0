import { useQuery } from '@tanstack/react-query';
import { ArrowDownWideNarrow, AudioLines, Grid3x3, Library, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { byPart } from '#screenplay/facts/castFacts.ts';
import { renamedSpeaker } from '#screenplay/renaming.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { messageOf } from '#web/lib/api.ts';
import { offerOf } from '#web/lib/offer.ts';
import { useBoardUndo, useUndoKeys } from '#web/lib/useBoardUndo.ts';
import { useScriptCounts } from '#web/script/counts/useScriptCounts.ts';
import { charactersQuery } from '#web/script/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { Sortable } from '#web/ui/Sortable.tsx';
import { UndoButtons } from '#web/ui/UndoButtons.tsx';
import { VoiceOnCard } from '#web/voices/VoiceOnCard.tsx';
import { VoiceSection } from '#web/voices/VoiceSection.tsx';
import { type VoiceWindow, VoiceWindows } from '#web/voices/VoiceWindows.tsx';
import { CardSkeletons } from './CardSkeletons.tsx';
import { CharacterCard } from './CharacterCard.tsx';
import { CharacterDialog, type VoiceOfForm } from './CharacterDialog.tsx';
import styles from './CharactersScreen.module.css';
import { useDeleteCharacter } from './characters.data.ts';
import { DoubtfulDialog } from './DoubtfulDialog.tsx';
import { ageOf } from './draft.ts';
import { countInWords, type FiguresOf, figuresIn } from './figures.ts';
import { MeetingsDialog } from './MeetingsDialog.tsx';
import { mentionsInScript } from './mentionsInScript.ts';
import { NoCharacters } from './NoCharacters.tsx';
import { inOrderOfParts } from './order.ts';
import { useCastInScript } from './useCastInScript.ts';
import { useDoubtful } from './useDoubtful.ts';
import { useOrderCharacters } from './useOrderCharacters.ts';

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The cast of a project as casting cards. */
export function CharactersScreen({ project }: { project: Project }) {
  const canWrite = may(project.role, 'write');
  // Other people, and cues in the script, add to it.
  const cast = useQuery({ ...charactersQuery(project.id), refetchOnMount: 'always' });
  const { script, elements, sceneAt } = useCastInScript(project, cast.data, useScriptCounts(project));
  const figuresOf = useMemo(() => script && figuresIn(script), [script]);
  // A name that differs in every letter finds all that the script has of the other one.
  const speaks = (name: string) => !elements || renamedSpeaker(elements, name, `${name} 2`).length > 0;
  const mentions = useCallback(
    (from: string, to: string) =>
      elements && cast.data ? mentionsInScript(elements, { from, to, characters: cast.data }, sceneAt) : [],
    [elements, cast.data, sceneAt],
  );
  const doubtful = useDoubtful(elements, cast.data, project.cueChoices);
  const undo = useBoardUndo(project.id);
  useUndoKeys(undo, canWrite);
  // Whoever reads may hear a voice, too, at their own cost (decision OQ-78).
  const isVoiced = cast.data?.some(({ voiceId }) => voiceId !== null) ?? false;
  const ai = useQuery({ ...aiStateQuery(project.id), enabled: canWrite || isVoiced });
  const order = useOrderCharacters(project.id);
  const remove = useDeleteCharacter(project.id);
  const [open, setOpen] = useState<Character | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Character | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isMeeting, setIsMeeting] = useState(false);
  const [voiceWindow, setVoiceWindow] = useState<VoiceWindow | null>(null);
  const characters = cast.data;
  const onRetry = () => void ai.refetch();
  const offers = {
    avatar: offerOf(ai, ({ pictures }) => pictures),
    style: offerOf(ai, ({ engine, descriptionPrice }) => ({ engine, price: descriptionPrice })),
    onRetry,
    voice: {
      design: offerOf(ai, ({ voices }) => voices.voiceDesign),
      description: offerOf(ai, ({ engine, descriptionPrice }) => ({ engine, price: descriptionPrice })),
      onRetry,
    },
  };
  const speechPrice = ai.data?.voices.speech.price;
  const voiceOfForm = ({ draft, isReadOnly, onWrite }: VoiceOfForm) => (
    <VoiceSection
      projectId={project.id}
      name={draft.name}
      voiceId={draft.voiceId}
      settings={draft.voiceSettings}
      isReadOnly={isReadOnly}
      price={speechPrice}
      onWrite={onWrite}
      onChoose={() =>
        setVoiceWindow({
          is: 'form',
          person: { ...draft, age: ageOf(draft.age) },
          voiceId: draft.voiceId,
          onChoose: (voiceId) => onWrite({ voiceId }),
        })
      }
    />
  );

  const sorted =
    script && characters ? inOrderOfParts(characters, byPart(script.facts.parts.values())) : null;
  const byId = new Map(characters?.map((character) => [character.id, character]));
  return (
    <div className={styles.page}>
      <PageHead title="Characters" facts={characters ? countText(characters, figuresOf) : ''}>
        <div className={styles.tools}>
          {canWrite && <UndoButtons undo={undo} />}
          {script && characters && characters.length > 1 && (
            <>
              <Button icon={<Grid3x3 {...icon} />} onClick={() => setIsMeeting(true)}>
                Who Meets Whom
              </Button>
              {canWrite && (
                <Button
                  icon={<ArrowDownWideNarrow {...icon} />}
                  disabled={!sorted}
                  onClick={() => sorted && void order('Order the cast by part', sorted)}
                >
                  Order by Part
                </Button>
              )}
            </>
          )}
          {canWrite && (
            <>
              <Button
                icon={<Library {...icon} />}
                disabled={!characters}
                onClick={() => setVoiceWindow({ is: 'library' })}
              >
                Voice Library
              </Button>
              <Button
                icon={<AudioLines {...icon} />}
                disabled={!characters?.length}
                onClick={() => setVoiceWindow({ is: 'suggestions' })}
              >
                Suggest Voices
              </Button>
              <Button
                kind="primary"
                icon={<Plus {...icon} />}
                disabled={!characters}
                onClick={() => setOpen('new')}
              >
                New Character
              </Button>
            </>
          )}
        </div>
      </PageHead>
      {canWrite && doubtful.length > 0 && (
        <div className={styles.notice} role="status">
          <p>
            {countInWords(doubtful.length, 'name looks', 'names look')} like more than one person, or like
            another spelling of somebody.
          </p>
          <Button size="small" onClick={() => setIsAsking(true)}>
            Look at {doubtful.length === 1 ? 'it' : 'them'}
          </Button>
        </div>
      )}
      {!characters && cast.isError && (
        <LoadFailure
          text="The characters could not be loaded."
          why={messageOf(cast.error, 'Check your connection and try again.')}
          isRetrying={cast.isFetching}
          onRetry={() => void cast.refetch()}
        />
      )}
      {!characters && !cast.isError && <CardSkeletons />}
      {characters?.length === 0 && <NoCharacters canWrite={canWrite} onNew={() => setOpen('new')} />}
      {characters && characters.length > 0 && (
        <Sortable
          ids={characters.map(({ id }) => id)}
          labelOf={(id) => byId.get(id)?.name ?? ''}
          onMove={(ids, movedId) => order(`Move ${byId.get(movedId)?.name ?? 'a character'}`, ids)}
          isDisabled={!canWrite || characters.length < 2}
          layout="grid"
          label="Characters"
          className={styles.grid}
        >
          {(id, handle) => {
            const character = byId.get(id);
            return (
              character && (
                <CharacterCard
                  projectId={project.id}
                  character={character}
                  figures={figuresOf?.(character.name) ?? null}
                  canWrite={canWrite}
                  offer={offers.avatar}
                  voice={
                    <VoiceOnCard
                      projectId={project.id}
                      character={character}
                      canWrite={canWrite}
                      price={speechPrice}
                      onChoose={() => setVoiceWindow({ is: 'character', character })}
                    />
                  }
                  handle={handle}
                  onOpen={() => setOpen(character)}
                  onDelete={() => setDeleting(character)}
                />
              )
            );
          }}
        </Sortable>
      )}
      {open !== null && characters && (
        <CharacterDialog
          projectId={project.id}
          character={open === 'new' ? null : open}
          characters={characters}
          figuresOf={figuresOf}
          script={script}
          speaks={speaks}
          mentions={mentions}
          canWrite={canWrite}
          offers={offers}
          voice={voiceOfForm}
          onClose={() => setOpen(null)}
        />
      )}
      {isMeeting && script && <MeetingsDialog script={script} onClose={() => setIsMeeting(false)} />}
      {isAsking && (
        <DoubtfulDialog
          projectId={project.id}
          all={doubtful}
          sceneAt={sceneAt}
          onClose={() => setIsAsking(false)}
        />
      )}
      <VoiceWindows
        projectId={project.id}
        open={voiceWindow}
        characters={characters ?? []}
        offers={offers.voice}
        onClose={() => setVoiceWindow(null)}
      />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title="Delete character"
        text={`This removes "${deleting?.name}" permanently, with its description and its avatar. This action cannot be undone. The script is not changed.`}
        confirmLabel="Delete"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => {
          if (deleting) remove.mutate(deleting.id, { onSuccess: () => setDeleting(null) });
        }}
      />
    </div>
  );
}

function countText(characters: readonly Character[], figuresOf: FiguresOf | null): string {
  const cast = `${characters.length.toLocaleString('en-US')} in the cast`;
  if (!figuresOf || characters.length === 0) return cast;
  const speaking = characters.filter(({ name }) => figuresOf(name).speeches > 0).length;
  return `${cast}, ${speaking.toLocaleString('en-US')} with lines in the script`;
}
