import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { TensionPoint } from '#shared/contract/tension.ts';
import { may } from '#shared/roles.ts';
import { Generate } from '#web/ai/Generate.tsx';
import { pricedActionOf } from '#web/ai/pricedAction.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { actsQuery } from '../planning.data.ts';
import { percentOf, tensionWord } from './levels.ts';
import { type Plot, type PlotColumn, peakOf, plotOf } from './plot.ts';
import styles from './TensionCard.module.css';
import { TensionChart } from './TensionChart.tsx';
import { tensionQuery, useAnalysis } from './tension.data.ts';

interface TensionCardProps {
  project: Project;
  beats: readonly StoryBeat[];
  /** Shown below while the curve, which contains the acts, is hidden. */
  acts: ReactNode;
}

/**
 * Show the tension of the story by beat. Hidden initially; the last result is stored on the server
 * (decision OQ-87).
 */
export function TensionCard({ project, beats, acts: actBar }: TensionCardProps) {
  const canWrite = may(project.role, 'write');
  const points = useQuery(tensionQuery(project.id));
  // The board has just fetched them.
  const acts = useQuery({ ...actsQuery(project.id), refetchOnMount: false });
  const ai = useQuery({ ...aiStateQuery(project.id), enabled: canWrite });
  const analysis = useAnalysis(project.id);
  const titleId = useId();
  const offer = pricedActionOf(ai, ({ engine, tensionPrice }) => ({ engine, price: tensionPrice }));

  const canStart = canWrite && offer.status === 'open' && points.data?.length === 0 && !analysis.isRunning;
  const { isShown, startsAnalysis, toggle } = useShownCurve(canStart, analysis.start);

  const hasCurve = isShown && (points.data?.length ?? 0) > 0;
  return (
    <>
      <section className={styles.card} aria-labelledby={titleId}>
        <header className={styles.head}>
          <h3 className={styles.title} id={titleId}>
            Tension
          </h3>
          {isShown && canWrite && (
            <div className={styles.tools}>
              <Generate
                label="Refresh"
                doing="Analyzing the tension"
                offer={offer}
                isRunning={analysis.isRunning}
                onGenerate={analysis.start}
                onCancel={analysis.cancel}
                onRetry={() => void ai.refetch()}
              />
            </div>
          )}
          <Toggle
            isShown={isShown}
            price={startsAnalysis && offer.status === 'open' ? offer.price : null}
            // Disabled until it is known whether showing costs credits.
            isDisabled={points.isPending || (canWrite && ai.isPending)}
            onToggle={toggle}
          />
        </header>
        {isShown && (
          <Curve points={points} isRunning={analysis.isRunning} beats={beats} acts={acts.data ?? []} />
        )}
      </section>
      {!hasCurve && actBar}
    </>
  );
}

/**
 * Show and hide the curve. Opening an empty analysis makes one, once per visit, and only at a price
 * that was shown on the button.
 */
function useShownCurve(canStart: boolean, onStart: () => void) {
  const [isShown, setIsShown] = useState(false);
  const wasAsked = useRef(false);
  const startsAnalysis = canStart && !wasAsked.current;
  const toggle = () => {
    if (!isShown && startsAnalysis) {
      wasAsked.current = true;
      onStart();
    }
    setIsShown(!isShown);
  };
  return { isShown, startsAnalysis, toggle };
}

interface ToggleProps {
  isShown: boolean;
  /** Price of the analysis that showing the curve makes; null if it makes none. */
  price: string | null;
  isDisabled: boolean;
  onToggle: () => void;
}

function Toggle({ isShown, price, isDisabled, onToggle }: ToggleProps) {
  return (
    <Button
      className={styles.toggle}
      size="small"
      icon={<Activity size={14} strokeWidth={1.6} aria-hidden="true" />}
      disabled={isDisabled}
      onClick={onToggle}
    >
      {isShown ? 'Hide Tension' : 'Show Tension'}
      {!isShown && price !== null && (
        <>
          {' '}
          <span className={styles.price}>{price}</span>
        </>
      )}
    </Button>
  );
}

interface CurveProps {
  points: UseQueryResult<TensionPoint[]>;
  isRunning: boolean;
  beats: readonly StoryBeat[];
  acts: readonly Act[];
}

/** The curve, or the state of the analysis while there is none. */
function Curve({ points, isRunning, beats, acts }: CurveProps) {
  return (
    <>
      {points.isLoadingError && (
        <div className={styles.message} role="alert">
          <p>The analysis could not be loaded.</p>
          <Button size="small" onClick={() => void points.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {points.data?.length === 0 &&
        (isRunning ? (
          <div className={styles.waiting}>
            <Skeleton height={104} />
          </div>
        ) : (
          <p className={styles.message}>No analysis yet</p>
        ))}
      {points.data && points.data.length > 0 && <Found plot={plotOf(points.data, beats, acts)} />}
    </>
  );
}

function Found({ plot }: { plot: Plot }) {
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const { columns, stretches, unanalysed } = plot;
  const selected = columns.find(({ pointId }) => pointId === selectedId) ?? peakOf(columns);
  return (
    <div className={styles.found}>
      <div className={styles.graph}>
        <TensionChart
          columns={columns}
          stretches={stretches}
          selected={selected}
          onSelect={({ pointId }) => setSelectedId(pointId)}
        />
        {unanalysed > 0 && (
          <p className={styles.note}>
            {unanalysed === 1 ? '1 beat is newer' : `${unanalysed} beats are newer`} than this analysis.
          </p>
        )}
      </div>
      {selected && <Detail column={selected} place={columns.indexOf(selected) + 1} count={columns.length} />}
    </div>
  );
}

function Detail({ column, place, count }: { column: PlotColumn; place: number; count: number }) {
  const word = tensionWord(column.level);
  return (
    <div className={styles.detail} aria-live="polite">
      <p className={styles.level}>
        {column.isWithoutEvidence ? (
          'No evidence'
        ) : (
          <>
            <span className={styles.percent} data-word={word}>
              {percentOf(column.level)} %
            </span>{' '}
            {word} tension
          </>
        )}
        , beat {place} of {count}
      </p>
      <h4 className={styles.beat} dir="auto">
        {column.title}
      </h4>
      {column.context && (
        <p className={styles.context} dir="auto">
          {column.context}
        </p>
      )}
    </div>
  );
}
