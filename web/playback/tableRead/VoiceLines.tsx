import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Project } from '#shared/contract/projects.ts';
import { pricedActionOf } from '#web/ai/pricedAction.ts';
import { aiStateQuery, refreshAiState } from '#web/assistant/assistant.data.ts';
import { useBackgroundTaskDialog } from '#web/backgroundTasks/backgroundTasks.ts';
import { useOfflineReason } from '#web/lib/needsConnection.ts';
import { useStore } from '#web/lib/store.ts';
import { VoiceAllLines } from './VoiceAllLines.tsx';
import { voicingKey, voicingOf } from './voicing.data.ts';
import { type UnvoicedLine, voicingCredits } from './voicing.ts';

interface VoiceLinesProps {
  project: Pick<Project, 'id' | 'name'>;
  /** The lines to voice, from the data on screen. */
  lines: readonly UnvoicedLine[];
  /** Returns the lines to voice after all pending changes are stored. */
  linesToVoice: () => Promise<readonly UnvoicedLine[]>;
}

/**
 * Offer to voice lines at a price shown before. Voicing continues while this component is not
 * shown.
 */
export function VoiceLines({ project, lines, linesToVoice }: VoiceLinesProps) {
  const client = useQueryClient();
  const voicing = voicingOf(client, project);
  useBackgroundTaskDialog(voicingKey(project));
  const offer = pricedActionOf(useQuery(aiStateQuery(project.id)), ({ voices: { speech } }) => {
    const credits = voicingCredits(lines, speech.price);
    return { engine: speech.engine, price: credits === null ? null : { exact: credits } };
  });
  const away = useOfflineReason();
  const start = async () => {
    await voicing.start(await linesToVoice());
    refreshAiState(client, project.id);
  };
  return (
    <VoiceAllLines
      count={lines.length}
      price={offer.status === 'open' ? offer.price : null}
      unavailableReason={
        away ??
        (offer.status === 'closed'
          ? offer.why
          : offer.status === 'unknown'
            ? 'The price could not be loaded.'
            : null)
      }
      low={offer.status === 'open' ? offer.low : null}
      state={useStore(voicing.state)}
      onStart={() => void start()}
      onCancel={voicing.cancel}
    />
  );
}
