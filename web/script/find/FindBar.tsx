import { CaseSensitive, ChevronDown, ChevronRight, ChevronUp, TextSelect, WholeWord, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Match } from '#screenplay/find.ts';
import { asStored } from '#screenplay/replace.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { commandKeys } from '../keys/keys.ts';
import { matches as isPressed, matchesAny, shortcutLabel } from '../keys/shortcut.ts';
import { keepCaret } from '../palette/keepCaret.ts';
import styles from './FindBar.module.css';
import { ReplaceAllDialog } from './ReplaceAllDialog.tsx';
import { ReplaceRow } from './ReplaceRow.tsx';
import { planReplacing, type Searched } from './replacing.ts';
import { useFind } from './useFind.ts';

/** For keys that are pressed elsewhere on the screen. */
export interface FindControls {
  next: () => void;
  previous: () => void;
  /** Puts the focus into the query, and another query into it; for replacing it opens the field for the new text. */
  focus: (query?: string, withReplace?: boolean) => void;
}

interface FindBarProps {
  ref?: Ref<FindControls>;
  elements: readonly Searched[];
  canWrite: boolean;
  /** Such as the selected text. */
  initialQuery: string;
  /** The field for the new text is open; it opens also when this becomes true. */
  withReplace: boolean;
  /** Of a part of the script, whether a place is in it; null: there is no such part. */
  inside?: ((match: Match) => boolean) | null;
  /** Searching starts at this element; null: at the first. */
  startId?: number | null;
  /** What the page marks; empty when the bar closes. */
  onMatches: (matches: readonly Match[], activeIndex: number) => void;
  /** Shows the place, without taking the focus. */
  onGo: (match: Match) => void;
  /** Until the answer the buttons rest. The caller tells of failures. */
  onReplace: (edits: ScriptEdit[], label: string) => unknown;
  /** With the place one has gone to, whose element gets the focus; null: the bar gave the focus back itself. */
  onClose: (at: Match | null) => void;
}

const overfilled = 'The element would have more than 20,000 characters. It stays as it is.';

/** Finds in the script, and replaces. */
export function FindBar(props: FindBarProps) {
  const { canWrite, withReplace, onReplace, onClose, inside = null } = props;
  const [isInside, setIsInside] = useState(true);
  const find = useFind(
    props.elements,
    props.initialQuery,
    props.startId ?? null,
    isInside ? inside : null,
    props,
  );
  const { query, options, elements, matches, active, activeIndex } = find;
  const [isReplacing, setIsReplacing] = useState(withReplace);
  const [replacement, setReplacement] = useState('');
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [opener] = useState(() => document.activeElement);
  const [putCaretBack] = useState(keepCaret);

  const focusQuery = () => {
    input.current?.focus();
    input.current?.select();
  };
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  // The button that opened the preview rests now, and cannot have the focus back.
  const hasReplaced = useRef(false);
  useEffect(() => {
    if (isPreviewing || !hasReplaced.current) return;
    hasReplaced.current = false;
    input.current?.focus();
  }, [isPreviewing]);
  useEffect(() => {
    if (withReplace) setIsReplacing(true);
  }, [withReplace]);
  useImperativeHandle(props.ref, () => ({
    next: () => find.step(1),
    previous: () => find.step(-1),
    focus: (text, opensReplace = false) => {
      if (text) search(text);
      if (opensReplace) setIsReplacing(true);
      focusQuery();
    },
  }));

  const search = (text: string) => {
    setNote(null);
    find.search(text);
  };
  const step = (direction: 1 | -1) => {
    setNote(null);
    find.step(direction);
  };
  const close = () => {
    const at = find.hasGone() ? active : null;
    if (!at && opener instanceof HTMLElement && opener.isConnected) {
      opener.focus();
      putCaretBack();
    }
    onClose(at);
  };
  const send = async (edits: ScriptEdit[], label: string) => {
    setIsBusy(true);
    try {
      await onReplace(edits, label);
      return true;
    } catch {
      return false; // the caller tells of it
    } finally {
      setIsBusy(false);
    }
  };
  const replaceHere = async (deletes: boolean) => {
    const element = elements.find(({ id }) => id === active?.elementId);
    if (!active || !element || find.isSearching || isBusy) return;
    const plan = planReplacing(new Map([[element.id, element]]), [active], replacement, deletes);
    if (plan.overfilled.length > 0) return setNote(overfilled);
    if (plan.emptied.length > 0 && !deletes) {
      return setAsksToDelete(true);
    }
    setNote(null);
    if (plan.edits.length === 0) return find.step(1);
    const isDone = await send(plan.edits, 'Replace');
    setAsksToDelete(false);
    if (!isDone) return;
    find.goOnBehind(active, asStored(element, replacement).length);
  };
  const replaceAll = async (edits: ScriptEdit[], places: number) => {
    if (!(await send(edits, 'Replace all'))) return;
    hasReplaced.current = true;
    setIsPreviewing(false);
    setNote(places === 1 ? '1 place replaced' : `${places} places replaced`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || isPreviewing || asksToDelete) return;
    if (isPressed(event, ['Escape'])) close();
    else if (matchesAny(event, commandKeys.nextMatch.keys)) step(1);
    else if (matchesAny(event, commandKeys.previousMatch.keys)) step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className={styles.bar} aria-label="Find in the script" onKeyDown={onKeyDown}>
      <div className={styles.row}>
        {canWrite && (
          <IconButton
            size="small"
            label={isReplacing ? 'Hide replace' : 'Show replace'}
            aria-expanded={isReplacing}
            onClick={() => setIsReplacing(!isReplacing)}
          >
            {isReplacing ? <ChevronDown {...icon} /> : <ChevronRight {...icon} />}
          </IconButton>
        )}
        <input
          ref={input}
          type="text"
          className={styles.input}
          aria-label="Find"
          placeholder="Find"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => search(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          }}
        />
        <span className={note === overfilled ? styles.problem : styles.count} role="status">
          {note ?? countText(query, activeIndex, matches.length)}
        </span>
        <IconButton
          size="small"
          label={`Previous match (${shortcutLabel(commandKeys.previousMatch.keys[0])})`}
          disabled={matches.length === 0}
          onClick={() => step(-1)}
        >
          <ChevronUp {...icon} />
        </IconButton>
        <IconButton
          size="small"
          label={`Next match (${shortcutLabel(commandKeys.nextMatch.keys[0])})`}
          disabled={matches.length === 0}
          onClick={() => step(1)}
        >
          <ChevronDown {...icon} />
        </IconButton>
        {inside && (
          <IconButton
            size="small"
            label="In selection"
            className={styles.toggle}
            aria-pressed={isInside}
            onClick={() => setIsInside(!isInside)}
          >
            <TextSelect {...icon} />
          </IconButton>
        )}
        <IconButton
          size="small"
          label="Match case"
          className={styles.toggle}
          aria-pressed={options.matchCase}
          onClick={() => find.choose({ matchCase: !options.matchCase })}
        >
          <CaseSensitive {...icon} />
        </IconButton>
        <IconButton
          size="small"
          label="Whole word"
          className={styles.toggle}
          aria-pressed={options.wholeWord}
          onClick={() => find.choose({ wholeWord: !options.wholeWord })}
        >
          <WholeWord {...icon} />
        </IconButton>
        <IconButton size="small" label="Close" className={styles.close} onClick={close}>
          <X {...icon} />
        </IconButton>
      </div>
      {canWrite && isReplacing && (
        <ReplaceRow
          replacement={replacement}
          isDisabled={matches.length === 0 || isBusy || find.isSearching}
          onReplacement={setReplacement}
          onReplace={() => void replaceHere(false)}
          onReplaceAll={() => setIsPreviewing(true)}
        />
      )}
      {isPreviewing && (
        <ReplaceAllDialog
          elements={elements}
          matches={matches}
          replacement={replacement}
          isBusy={isBusy}
          onReplace={(edits, places) => void replaceAll(edits, places)}
          onClose={() => setIsPreviewing(false)}
        />
      )}
      <ConfirmDialog
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        title="Delete the element?"
        text="No text would be left in it."
        confirmLabel="Delete"
        isDestructive
        isBusy={isBusy}
        onConfirm={() => void replaceHere(true)}
      />
    </section>
  );
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function countText(query: string, activeIndex: number, count: number): string {
  if (query === '') return '';
  return count === 0 ? 'No matches' : `${activeIndex + 1} of ${count}`;
}
