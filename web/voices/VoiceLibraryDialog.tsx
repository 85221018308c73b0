import { useQuery } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react';
import type { Voice } from '#shared/contract/voices.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useStopSampleOnUnmount } from './useListening.ts';
import { VoiceFilters } from './VoiceFilters.tsx';
import styles from './VoiceLibraryDialog.module.css';
import { VoiceRow } from './VoiceRow.tsx';
import { allVoices, filteredVoices, type VoiceFilter } from './voiceFilter.ts';
import { voicesQuery } from './voices.data.ts';

interface VoiceLibraryProps {
  /** Recipient of the voice: "MARA, Purser, 38"; null for listening only. */
  forWhom: string | null;
  currentVoiceId: string | null;
  /** Names of characters by the voices that they have. */
  usedBy: ReadonlyMap<string, readonly string[]>;
  onUse: (voice: Voice) => void;
  /** Open the design dialog; null if designing is unavailable. */
  onDesign: (() => void) | null;
  onClose: () => void;
}

/** Search, play and choose voices. */
export function VoiceLibraryDialog({
  forWhom,
  currentVoiceId,
  usedBy,
  onUse,
  onDesign,
  onClose,
}: VoiceLibraryProps) {
  useStopSampleOnUnmount();
  const loaded = useQuery({ ...voicesQuery, refetchOnMount: 'always' });
  const [filter, setFilter] = useState<VoiceFilter>(allVoices);
  const settled = useDeferredValue(filter);
  const all = loaded.data;
  const shown = useMemo(() => filteredVoices(all ?? [], settled), [all, settled]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Voice Library"
      width="broad"
      description={forWhom === null ? undefined : `For ${forWhom}`}
      footer={
        <>
          <p className={styles.count} role="status">
            {all && countText(shown.length, all.length)}
          </p>
          {onDesign && (
            <Button icon={<WandSparkles size={15} strokeWidth={1.6} aria-hidden="true" />} onClick={onDesign}>
              Design Your Voice
            </Button>
          )}
          <Button onClick={onClose}>{forWhom === null ? 'Close' : 'Cancel'}</Button>
        </>
      }
    >
      <VoiceFilters voices={all ?? []} filter={filter} onFilter={setFilter} />
      {!all && loaded.isError && (
        <LoadFailure
          text="The voices could not be loaded."
          why={messageOf(loaded.error, 'Check your connection and try again.')}
          isRetrying={loaded.isFetching}
          onRetry={() => void loaded.refetch()}
        />
      )}
      {!all && !loaded.isError && <RowSkeletons />}
      {all && shown.length === 0 && (
        <NoVoices isEmpty={all.length === 0} onAll={() => setFilter(allVoices)} />
      )}
      {shown.length > 0 && (
        <VoiceList {...{ shown, usedBy, currentVoiceId }} onUse={forWhom === null ? null : onUse} />
      )}
    </Dialog>
  );
}

interface VoiceListProps extends Pick<VoiceLibraryProps, 'usedBy' | 'currentVoiceId'> {
  shown: readonly Voice[];
  /** Null for listening only. */
  onUse: VoiceLibraryProps['onUse'] | null;
}

function VoiceList({ shown, usedBy, currentVoiceId, onUse }: VoiceListProps) {
  const listId = useId();
  return (
    <ul className={styles.list} id={listId} aria-label="Voices" onKeyDown={walkRows}>
      {shown.map((voice) => (
        <VoiceRow
          key={voice.voice_id}
          voice={voice}
          usedBy={usedBy.get(voice.voice_id) ?? []}
          isCurrent={voice.voice_id === currentVoiceId}
          onUse={onUse && (() => onUse(voice))}
        />
      ))}
    </ul>
  );
}

/** Move the focus by up, down, Home and End to the same button of another row. */
function walkRows(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.children];
  const own = rows.findIndex((row) => row.contains(event.target as Node));
  const next = { ArrowDown: own + 1, ArrowUp: own - 1, Home: 0, End: rows.length - 1 }[event.key];
  const buttons = (row: Element | undefined) => [...(row?.querySelectorAll('button') ?? [])];
  if (next === undefined || own < 0) return;
  event.preventDefault();
  const place = buttons(rows[own]).indexOf(event.target as HTMLButtonElement);
  const candidates = buttons(rows[next]).filter((button) => !button.disabled);
  const button = candidates[place] ?? candidates.at(-1);
  button?.focus();
  button?.closest('li')?.scrollIntoView?.({ block: 'nearest' });
}

function NoVoices({ isEmpty, onAll }: { isEmpty: boolean; onAll: () => void }) {
  return (
    <div className={styles.none}>
      <p>{isEmpty ? 'There are no voices yet.' : 'No voice fits. Try other words, or fewer filters.'}</p>
      {!isEmpty && (
        <Button size="small" onClick={onAll}>
          Clear Filters
        </Button>
      )}
    </div>
  );
}

function RowSkeletons() {
  return (
    <div role="status" aria-label="Loading voices">
      {Array.from({ length: 7 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no state
        <div key={index} className={styles.skeleton}>
          <Skeleton width={32} height={32} />
          <Skeleton width="40%" height={14} />
        </div>
      ))}
    </div>
  );
}

function countText(shown: number, all: number): string {
  const voices = `${all.toLocaleString('en-US')} ${all === 1 ? 'voice' : 'voices'}`;
  return shown === all ? voices : `${shown.toLocaleString('en-US')} of ${voices}`;
}
