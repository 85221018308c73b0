import { useId } from 'react';
import type { NameMention } from '#screenplay/mentions.ts';
import { sceneInWords } from './figures.ts';
import styles from './MentionList.module.css';
import { mentionKey, type PlacedMention } from './mentionsInScript.ts';

interface MentionListProps {
  mentions: readonly PlacedMention[];
  /** Keys of the mentions that keep the old name (mentionKey). */
  left: ReadonlySet<string>;
  isBusy: boolean;
  onLeft: (left: ReadonlySet<string>) => void;
}

/**
 * Show the places in action and dialogue that name a character, each with a checkbox (decision
 * OQ-109).
 */
export function MentionList({ mentions, left, isBusy, onLeft }: MentionListProps) {
  const headId = useId();
  const doubtful = mentions.filter(({ mention }) => !mention.isSure).length;
  const keys = mentions.map(({ mention }) => mentionKey(mention));
  const ticked = keys.filter((key) => !left.has(key)).length;
  const tick = (mention: NameMention, isTicked: boolean) => {
    const next = new Set(left);
    if (isTicked) next.delete(mentionKey(mention));
    else next.add(mentionKey(mention));
    onLeft(next);
  };
  return (
    <div className={styles.mentions}>
      <div className={styles.head}>
        <AllMentions
          id={headId}
          count={keys.length}
          ticked={ticked}
          isBusy={isBusy}
          onAll={(areTicked) => onLeft(new Set(areTicked ? [] : keys))}
        />
        <span className={styles.ticked} aria-live="polite">
          {ticked.toLocaleString('en-US')} ticked
        </span>
      </div>
      {doubtful > 0 && (
        <p className={styles.note}>
          {doubtful === 1
            ? 'One mention is ambiguous and left unticked. Tick it if it means this character.'
            : `${doubtful.toLocaleString('en-US')} mentions are ambiguous and left unticked. Tick those that mean this character.`}
        </p>
      )}
      <ul className={styles.list} aria-labelledby={headId}>
        {mentions.map(({ mention, before, after, scene }) => (
          <li key={mentionKey(mention)}>
            <label className={styles.row}>
              <input
                type="checkbox"
                checked={!left.has(mentionKey(mention))}
                disabled={isBusy}
                onChange={({ target }) => tick(mention, target.checked)}
              />
              <span className={styles.line} dir="auto">
                {before}
                <del className={styles.found}>{mention.found}</del>{' '}
                <ins className={styles.becomes}>{mention.replacement}</ins>
                {after}
                <span className={styles.where}>{scene ? sceneInWords(scene) : ''}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface AllMentionsProps {
  id: string;
  count: number;
  /** Number of ticked mentions. */
  ticked: number;
  isBusy: boolean;
  onAll: (areTicked: boolean) => void;
}

/** The checkbox of all mentions. */
function AllMentions({ id, count, ticked, isBusy, onAll }: AllMentionsProps) {
  return (
    <label className={styles.also} id={id}>
      <input
        // Mixed if only some mentions are ticked.
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && ticked < count;
        }}
        type="checkbox"
        checked={ticked === count}
        disabled={isBusy}
        onChange={({ target }) => onAll(target.checked)}
      />
      also in action and dialogue ({count.toLocaleString('en-US')})
    </label>
  );
}
