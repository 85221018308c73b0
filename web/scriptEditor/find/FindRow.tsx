import { CaseSensitive, ChevronDown, ChevronRight, ChevronUp, TextSelect, WholeWord } from 'lucide-react';
import type { Ref } from 'react';
import { isComposingKey } from '#web/lib/composition.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { commandKeys } from '../keys/keys.ts';
import { shortcutLabel } from '../keys/shortcut.ts';
import styles from './FindBar.module.css';
import type { ScriptSearch } from './useFind.ts';

interface FindRowProps {
  ref: Ref<HTMLInputElement>;
  find: ScriptSearch;
  /** Shown instead of the number of matches. */
  note: string | null;
  isProblem: boolean;
  /** Whether the row for the replacement is open; null: replacing is not possible. */
  isReplacing: boolean | null;
  onReplacing: (isOpen: boolean) => void;
  /** Whether only a part of the script is searched; null: there is no such part. */
  isInside: boolean | null;
  onInside: (isInside: boolean) => void;
  onSearch: (text: string) => void;
  onStep: (direction: 1 | -1) => void;
}

/** Query, options, and the buttons for the next and previous match. */
export function FindRow(props: FindRowProps) {
  const { find, note, isProblem, isReplacing, isInside, onInside, onSearch, onStep } = props;
  const { query, activeIndex, matches } = find;
  return (
    <div className={styles.row}>
      {isReplacing !== null && (
        <IconButton
          size="small"
          label={isReplacing ? 'Hide replace' : 'Show replace'}
          aria-expanded={isReplacing}
          onClick={() => props.onReplacing(!isReplacing)}
        >
          {isReplacing ? <ChevronDown {...icon} /> : <ChevronRight {...icon} />}
        </IconButton>
      )}
      <input
        ref={props.ref}
        type="text"
        className={styles.input}
        aria-label="Find"
        placeholder="Find"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposingKey(event)) return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      <span className={isProblem ? styles.problem : styles.count} role="status">
        {note ?? countText(query, activeIndex, matches.length)}
      </span>
      <Steps isResting={matches.length === 0} onStep={onStep} />
      {isInside !== null && (
        <IconButton
          size="small"
          label="In selection"
          className={styles.toggle}
          aria-pressed={isInside}
          onClick={() => onInside(!isInside)}
        >
          <TextSelect {...icon} />
        </IconButton>
      )}
      <Options find={find} />
    </div>
  );
}

function Steps({ isResting, onStep }: { isResting: boolean; onStep: (direction: 1 | -1) => void }) {
  return (
    <>
      <IconButton
        size="small"
        label={`Previous match (${shortcutLabel(commandKeys.previousMatch.keys[0])})`}
        disabled={isResting}
        onClick={() => onStep(-1)}
      >
        <ChevronUp {...icon} />
      </IconButton>
      <IconButton
        size="small"
        label={`Next match (${shortcutLabel(commandKeys.nextMatch.keys[0])})`}
        disabled={isResting}
        onClick={() => onStep(1)}
      >
        <ChevronDown {...icon} />
      </IconButton>
    </>
  );
}

function Options({ find: { options, choose } }: { find: ScriptSearch }) {
  return (
    <>
      <IconButton
        size="small"
        label="Match case"
        className={styles.toggle}
        aria-pressed={options.matchCase}
        onClick={() => choose({ matchCase: !options.matchCase })}
      >
        <CaseSensitive {...icon} />
      </IconButton>
      <IconButton
        size="small"
        label="Whole word"
        className={styles.toggle}
        aria-pressed={options.wholeWord}
        onClick={() => choose({ wholeWord: !options.wholeWord })}
      >
        <WholeWord {...icon} />
      </IconButton>
    </>
  );
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function countText(query: string, activeIndex: number, count: number): string {
  if (query === '') return '';
  return count === 0 ? 'No matches' : `${activeIndex + 1} of ${count}`;
}
