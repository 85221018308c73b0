import { memo, useMemo, useState } from 'react';
import { type DiffRun, wordDifferences } from '#screenplay/diff.ts';
import type { ElementType } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { useTimeAgo } from '#web/lib/useTimeAgo.ts';
import { useUser } from '#web/session/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { WordRuns } from '#web/ui/WordRuns.tsx';
import { historyAuthor } from './author.ts';
import { EntryMenu } from './EntryMenu.tsx';
import { excerpt } from './excerpt.ts';
import styles from './HistoryEntryView.module.css';
import { useRestoring } from './tools.ts';

interface HistoryEntryViewProps {
  entry: HistoryEntry;
  /** Whether it is shown in one element's history, where each entry has a Restore button. */
  isOfElement: boolean;
}

const verbs = { create: 'Created', update: 'Updated', delete: 'Deleted' } as const;

/** Show one change: author, time, action, and the differences of the text. */
export const HistoryEntryView = memo(function HistoryEntryView({
  entry,
  isOfElement,
}: HistoryEntryViewProps) {
  const user = useUser();
  const who = historyAuthor(entry, user?.id);
  const when = useTimeAgo(entry.timestamp);
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <p className={styles.names}>
          <b>{who}</b>
          <time dateTime={entry.timestamp} title={new Date(entry.timestamp).toLocaleString('en-US')}>
            {when}
          </time>
        </p>
        <div className={styles.tools}>
          {isOfElement && <RestoreButton entry={entry} />}
          <EntryMenu entry={entry} label={`More for the change by ${who}, ${when}`} />
        </div>
      </div>
      <p className={styles.what}>
        <span className={styles.verb} data-action={entry.action}>
          {verbs[entry.action]}
        </span>{' '}
        {entry.elementCount === null ? facts(entry) : countText(entry.elementCount)}
        {entry.changeReason && (
          <>
            {' '}
            <span className={styles.reason}>{entry.changeReason}</span>
          </>
        )}
      </p>
      {entry.elementCount === null && <Words entry={entry} />}
    </li>
  );
});

function RestoreButton({ entry }: { entry: HistoryEntry }) {
  const { restore } = useRestoring(entry);
  if (!restore) return null;
  return (
    <Button size="small" onClick={restore}>
      Restore
    </Button>
  );
}

/** Return type and character: "Dialogue, MARA", with the previous ones if they changed. */
function facts(entry: HistoryEntry): string {
  const type = change(label(entry.previousElementType), label(entry.newElementType));
  const speaker = change(entry.previousCharacterName, entry.newCharacterName);
  const parenthetical = change(entry.previousParenthetical, entry.newParenthetical);
  return [type, speaker, parenthetical].filter(Boolean).join(', ');
}

/** Return the count of an entry that represents an imported file. */
function countText(count: number): string {
  return count === 1 ? '1 element' : `${count.toLocaleString('en-US')} elements`;
}

function label(type: ElementType | null): string | null {
  return type && elementLabels[type];
}

function change(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before !== after) return `${before} → ${after}`;
  return after ?? before ?? '';
}

/** Show the changed text. A shortened text can be expanded. */
function Words({ entry: { previousContent, newContent } }: { entry: HistoryEntry }) {
  const runs = useMemo((): DiffRun[] => {
    if (previousContent !== null && newContent !== null) return wordDifferences(previousContent, newContent);
    if (newContent !== null) return [{ text: newContent, type: 'added' }];
    return previousContent === null ? [] : [{ text: previousContent, type: 'removed' }];
  }, [previousContent, newContent]);
  const cut = useMemo(() => excerpt(runs), [runs]);
  const [isWhole, setWhole] = useState(false);
  return (
    <div className={styles.words}>
      <p>
        <WordRuns runs={isWhole ? runs : cut} />
      </p>
      {cut !== runs && (
        <button
          type="button"
          className={styles.open}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </div>
  );
}
