import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { PlayButton } from '#web/audio/PlayButton.tsx';
import { messageOf } from '#web/lib/api.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { voicesToasts } from '#web/voices/voicesToasts.ts';
import { proposalsFor, reasonText, type ShownProposal } from './proposals.ts';
import styles from './SuggestVoices.module.css';
import { useAssignVoices } from './useAssignVoices.ts';
import { useStopSampleOnUnmount } from './useListening.ts';
import { useVoicePreview } from './usePreview.ts';
import { voicesQuery } from './voices.data.ts';

interface SuggestVoicesProps {
  projectId: number;
  /** The current cast. */
  characters: readonly Character[];
  onClose: () => void;
}

/** Propose a voice for each character, accepted one by one or all together. */
export function SuggestVoices({ projectId, characters, onClose }: SuggestVoicesProps) {
  useStopSampleOnUnmount();
  const [forAll, setForAll] = useState(() => characters.every(({ voiceId }) => voiceId !== null));
  const { voices, proposals } = useProposals(projectId, characters, forAll);
  const { voiceNow, accept, isAssigning } = useAccepting(projectId, characters);
  const open =
    proposals?.filter(({ character, voice }) => voiceNow.get(character.id) !== voice.voice_id) ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Suggest voices"
      width="wide"
      description="By gender, age and description, and so that people who speak together do not sound alike."
      footer={
        <>
          <label className={styles.all}>
            <input type="checkbox" checked={forAll} onChange={({ target }) => setForAll(target.checked)} />
            Include characters that already have a voice
          </label>
          <Button onClick={onClose}>Close</Button>
          <Button
            kind="primary"
            isBusy={isAssigning}
            disabled={open.length === 0}
            onClick={() => accept(open, onClose)}
          >
            Accept All
          </Button>
        </>
      }
    >
      {voices.isLoadingError && <VoicesFailure voices={voices} />}
      {!proposals && !voices.isLoadingError && <ProposalSkeletons count={characters.length} />}
      {proposals?.length === 0 && <p className={styles.none}>{emptyText(voices.data?.length ?? 0)}</p>}
      {proposals && proposals.length > 0 && (
        <ul className={styles.list} aria-label="Proposals">
          {proposals.map((shown) => (
            <ProposalRow
              key={shown.character.id}
              {...shown}
              isAccepted={voiceNow.get(shown.character.id) === shown.voice.voice_id}
              isBusy={isAssigning}
              onAccept={() => accept([shown], () => {})}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Assign the voices of accepted proposals. `voiceNow`: the current voices by character. */
function useAccepting(projectId: number, characters: readonly Character[]) {
  const { assign, isAssigning } = useAssignVoices(projectId);
  const voiceNow = new Map(characters.map(({ id, voiceId }) => [id, voiceId]));
  const accept = (accepted: readonly ShownProposal[], onSuccess: () => void) =>
    assign(
      {
        assignments: accepted.map(({ character, voice }) => ({ id: character.id, voiceId: voice.voice_id })),
        before: accepted.map(({ character: { id } }) => ({ id, voiceId: voiceNow.get(id) ?? null })),
        done: voicesToasts.voicesAssigned,
      },
      { onSuccess },
    );
  return { voiceNow, accept, isAssigning };
}

function VoicesFailure({ voices }: Pick<ReturnType<typeof useProposals>, 'voices'>) {
  return (
    <LoadFailure
      text="The voices could not be loaded."
      why={messageOf(voices.error, 'Check your connection and try again.')}
      isRetrying={voices.isFetching}
      onRetry={() => void voices.refetch()}
    />
  );
}

/** Return the proposals, once the library and the script are loaded. */
function useProposals(projectId: number, characters: readonly Character[], forAll: boolean) {
  const voices = useQuery({ ...voicesQuery, refetchOnMount: 'always' });
  const script = useQuery(elementsQuery(projectId));
  // Accepting changes the cast, but must not change the other proposals.
  const [opened] = useState(characters);
  const elements = script.data ?? (script.isError ? noElements : null);
  const proposals = useMemo(
    () =>
      voices.data && elements && proposalsFor({ characters: opened, elements, voices: voices.data, forAll }),
    [voices.data, elements, opened, forAll],
  );
  return { voices, proposals };
}

const noElements: Element[] = [];

interface ProposalRowProps extends ShownProposal {
  isAccepted: boolean;
  isBusy: boolean;
  onAccept: () => void;
}

function ProposalRow({ character, voice, proposal, isAccepted, isBusy, onAccept }: ProposalRowProps) {
  const preview = useVoicePreview(voice);
  return (
    <li className={styles.row}>
      <PlayButton
        label={`Play preview of ${voice.name} for ${character.name}`}
        stopLabel={`Stop preview of ${voice.name} for ${character.name}`}
        state={preview.state}
        onPress={preview.toggle}
      />
      <div className={styles.what}>
        <p className={styles.name}>
          <b dir="auto">{character.name}</b> <span dir="auto">{voice.name}</span>
        </p>
        <p className={styles.why}>{reasonText(proposal)}</p>
      </div>
      {isAccepted ? (
        <p className={styles.why}>Assigned</p>
      ) : (
        <Button
          size="small"
          aria-label={`Accept ${voice.name} for ${character.name}`}
          disabled={isBusy}
          onClick={onAccept}
        >
          Accept
        </Button>
      )}
    </li>
  );
}

function emptyText(voices: number): string {
  return voices === 0 ? 'There are no voices yet.' : 'Every character has a voice.';
}

function ProposalSkeletons({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading voices">
      {Array.from({ length: Math.min(count, 6) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no state
        <div key={index} className={styles.skeleton}>
          <Skeleton width="60%" height={14} />
        </div>
      ))}
    </div>
  );
}
