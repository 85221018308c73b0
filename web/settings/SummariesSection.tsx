import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AiState } from '#web/ai/price.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useAiState } from './aiState.ts';
import { PriceNote } from './PriceNote.tsx';
import { Section } from './Section.tsx';
import { SettingsLoadFailure } from './SettingsLoadFailure.tsx';
import styles from './SummariesSection.module.css';
import { type SummaryState, summariesQuery } from './settings.data.ts';
import { useSummaryRun } from './useSummaryRun.ts';

interface SummariesSectionProps {
  projectId: number;
  canWrite: boolean;
}

/** Show how many scenes have a current summary, and the button that updates the others. */
export function SummariesSection({ projectId, canWrite }: SummariesSectionProps) {
  const { data: state, isError, isFetching, refetch } = useQuery(summariesQuery(projectId));
  const ai = useAiState(projectId);
  return (
    <Section
      id="summaries"
      text="Where a script is longer than a model can read at once, scenes far from the question go as a summary."
    >
      {state && <Summaries projectId={projectId} state={state} ai={ai} canWrite={canWrite} />}
      {!state && isError && (
        <SettingsLoadFailure what="The state of the summaries" isRetrying={isFetching} onRetry={refetch} />
      )}
      {!state && !isError && (
        <div role="status" aria-label="Loading">
          <Skeleton width="min(320px, 80%)" height={20} />
        </div>
      )}
    </Section>
  );
}

interface SummariesProps extends SummariesSectionProps {
  state: SummaryState;
  ai: AiState | null | undefined;
}

function Summaries({ projectId, state, ai, canWrite }: SummariesProps) {
  const id = useId();
  const { isRunning, problem, start, cancel } = useSummaryRun(projectId);
  const { isNeeded, scenes, current, price } = state;
  if (!isNeeded) return <p>The built-in engine reads all of the script, so it needs no summaries.</p>;
  const isDone = current >= scenes;
  return (
    <div className={styles.summaries}>
      <p role="status">{stateText(state)}</p>
      {isRunning && (
        <div className={styles.running}>
          <Progress label="Summarising scenes" fraction={scenes > 0 ? current / scenes : null} />
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {!isRunning && !isDone && canWrite && (
        <div className={styles.update}>
          <Button
            aria-describedby={`${id}-price`}
            disabled={!ai || ai.access === 'off' || price === null}
            onClick={() => start(state)}
          >
            Update
          </Button>
          <PriceNote id={`${id}-price`} ai={ai} price={price} />
        </div>
      )}
      {problem && !isRunning && !isDone && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function stateText({ scenes, current }: SummaryState): string {
  if (scenes === 0) return 'The script has no scenes yet.';
  if (current >= scenes) {
    return scenes === 1
      ? 'The one scene has a current summary.'
      : `All ${count(scenes)} scenes have a current summary.`;
  }
  const have = current === 1 ? 'has' : 'have';
  return `${count(current)} of ${count(scenes)} ${scenes === 1 ? 'scene' : 'scenes'} ${have} a current summary.`;
}

const count = (number: number) => number.toLocaleString('en-US');
