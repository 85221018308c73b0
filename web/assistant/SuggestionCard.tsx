import { Check } from 'lucide-react';
import { useId, useMemo } from 'react';
import { wordDifferences } from '#screenplay/diff.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { Suggestion } from '#shared/contract/assistant.ts';
import { Button } from '#web/ui/Button.tsx';
import { WordRuns } from '#web/ui/WordRuns.tsx';
import type { Card } from './cards.ts';
import { confidenceColour, confidencePercent, confidenceWord } from './confidence.ts';
import styles from './SuggestionCard.module.css';
import { Variants } from './Variants.tsx';

interface SuggestionCardProps {
  card: Card;
  /** Whether Tab reaches this card. */
  isCurrent: boolean;
  isApplying: boolean;
  /** Whether it can be accepted and rejected. */
  isWritable: boolean;
  onGo: (elementId: number) => void;
  /** Show another variant. */
  onTurn: (steps: 1 | -1) => void;
  onAccept: () => void;
  onReject: () => void;
  /** Accept all places of a habit. */
  onAcceptPlaces: () => void;
  onRejectPlaces: () => void;
  onFocus: () => void;
}

export const typeLabels: Record<Suggestion['type'], string> = {
  replace: 'Replace',
  modify: 'Modify',
  insert_before: 'Insert before',
  insert_after: 'Insert after',
  note: 'Note',
};

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show a proposed change: type, confidence, reason, and the old and new text. */
export function SuggestionCard(props: SuggestionCardProps) {
  const { card, isCurrent, isApplying, isWritable, onGo, onTurn, onFocus } = props;
  const { habit, variants } = card;
  const isHabit = isRepeated(card);
  const { type, description, confidence, reasoning, elementId } = card.shown;
  const titleId = useId();
  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      aria-busy={isApplying || undefined}
      data-suggestion={card.id}
      // Arrow keys move between the cards; together they are one Tab stop.
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
    >
      <header className={styles.head}>
        <span className={styles.type}>{typeLabels[type]}</span>
        <h2 className={styles.title} id={titleId}>
          {isHabit ? `${habit}, ${variants.length} times` : description}
        </h2>
        <Confidence confidence={confidence} />
      </header>
      {card.variants.length > 1 && <Variants card={card} onTurn={onTurn} />}
      {reasoning !== '' && <p className={styles.reasoning}>{reasoning}</p>}
      {isHabit && <p className={styles.reasoning}>{description}</p>}
      <Detail suggestion={card.shown} />
      <footer className={styles.foot}>
        {isWritable && <Decisions {...props} />}
        <Button kind="ghost" size="small" className={styles.show} onClick={() => onGo(elementId)}>
          Show in script
        </Button>
      </footer>
    </article>
  );
}

/** Return whether the suggestion is about a habit found at several places. */
function isRepeated({ habit, variants }: Card): boolean {
  return habit !== null && variants.length > 1;
}

function Confidence({ confidence }: Pick<Suggestion, 'confidence'>) {
  const percent = confidencePercent(confidence);
  return (
    <span className={styles.confidence} data-colour={confidenceColour(confidence)}>
      <svg className={styles.bar} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="12" />
        <rect className={styles.share} width={percent} height="12" />
      </svg>
      {percent}%<span className={styles.word}>{confidenceWord(confidence)} confidence</span>
    </span>
  );
}

/** Buttons to accept or reject the suggestion, here or at all its places. */
function Decisions({ card, isApplying, onAccept, onReject, ...on }: SuggestionCardProps) {
  const { variants } = card;
  const { type } = card.shown;
  const isHabit = isRepeated(card);
  const rewrites = variants.filter((each) => each.type !== 'note').length;
  return (
    <>
      {type !== 'note' && (
        <Button size="small" icon={<Check {...icon} />} isBusy={isApplying} onClick={onAccept}>
          Accept
        </Button>
      )}
      {isHabit && rewrites > 1 && (
        <Button kind="ghost" size="small" disabled={isApplying} onClick={on.onAcceptPlaces}>
          Accept {rewrites}
        </Button>
      )}
      <Button kind="ghost" size="small" disabled={isApplying} onClick={onReject}>
        Reject
      </Button>
      {isHabit && (
        <Button kind="ghost" size="small" disabled={isApplying} onClick={on.onRejectPlaces}>
          Reject {variants.length}
        </Button>
      )}
    </>
  );
}

function Detail({ suggestion }: { suggestion: Suggestion }) {
  const { type, originalContent, suggestedContent, elementType, characterName } = suggestion;
  const isInsertion = type === 'insert_before' || type === 'insert_after';
  const isNote = type === 'note';
  const runs = useMemo(
    () => (isInsertion ? [] : wordDifferences(originalContent, suggestedContent)),
    [isInsertion, originalContent, suggestedContent],
  );
  return (
    <details className={styles.detail} open>
      <summary>{isNote ? 'Original text' : 'Original and suggested'}</summary>
      <dl className={styles.texts}>
        <dt>Original</dt>
        <dd>
          {isInsertion ? (
            <span className={styles.none}>Nothing is changed; a new element comes {insertions[type]}.</span>
          ) : (
            <WordRuns runs={runs.filter(({ type }) => type !== 'added')} />
          )}
        </dd>
        {!isNote && (
          <>
            <dt>Suggested</dt>
            <dd>
              {isInsertion ? (
                <>
                  <span className={styles.none}>
                    {[elementLabels[elementType], characterName].filter(Boolean).join(', ')}
                  </span>
                  <WordRuns runs={[{ text: suggestedContent, type: 'added' }]} />
                </>
              ) : (
                <WordRuns runs={runs.filter(({ type }) => type !== 'removed')} />
              )}
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

const insertions = { insert_before: 'before it', insert_after: 'after it' } as const;
