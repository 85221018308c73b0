import type { StoryBeat } from '#shared/contract/beats.ts';
import card from './BeatCard.module.css';
import styles from './BeatPreview.module.css';
import type { StoryPlan } from './board.ts';

/** Show the copy of a card that follows the pointer. */
export function BeatPreview({ plan, beatId }: { plan: StoryPlan; beatId: number }) {
  const beat = plan.beats.find(({ id }) => id === beatId);
  if (!beat) return null;
  return (
    <div className={`${card.card} ${styles.preview}`} data-theme={themeOf(plan, beat)}>
      <p className={card.title} dir="auto">
        {beat.title}
      </p>
      {beat.description && (
        <p className={card.text} dir="auto">
          {beat.description}
        </p>
      )}
    </div>
  );
}

function themeOf({ acts, sequences }: StoryPlan, beat: StoryBeat) {
  const sequence = sequences.find(({ id }) => id === beat.sequenceId);
  return sequence?.colorTheme ?? acts.find(({ number }) => number === beat.actNumber)?.colorTheme;
}
