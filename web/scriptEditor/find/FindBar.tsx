import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Match } from '#screenplay/find.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { commandKeys } from '../keys/keys.ts';
import { matches as isPressed, matchesAny } from '../keys/shortcut.ts';
import type { FindControls } from '../verbs/finding.ts';
import styles from './FindBar.module.css';
import { FindRow } from './FindRow.tsx';
import { ReplaceRow } from './ReplaceRow.tsx';
import type { SearchableElement } from './replacing.ts';
import { type ScriptSearch, useFind } from './useFind.ts';
import { elementTooLongText, type Replacing, useReplacing } from './useReplacing.ts';

const preview = createLazyModule(() =>
  import('./ReplaceAllDialog.tsx').then((file) => file.ReplaceAllDialog),
);

interface FindBarProps {
  ref?: Ref<FindControls>;
  elements: readonly SearchableElement[];
  canWrite: boolean;
  /** Initial query, such as the selected text. */
  initialQuery: string;
  /** Whether the user is typing this query: the next letter continues it. */
  isTyped?: boolean;
  /** Whether the field for the replacement is open. It also opens when this becomes true. */
  withReplace: boolean;
  /** Test whether a match is in the searched part; null without one. */
  inside?: ((match: Match) => boolean) | null;
  /** Element at which the search starts; null: the first one. */
  startId?: number | null;
  /** Called with the matches to mark; empty when the bar closes. */
  onMatches: (matches: readonly Match[], activeIndex: number) => void;
  /** Scrolls to a match without focusing it. */
  onGo: (match: Match) => void;
  /** Sends edits. Buttons are disabled until it resolves. The caller reports failures. */
  onReplace: (edits: ScriptEdit[], label: string) => unknown;
  /**
   * Called with the match that the writer went to, which gets the caret; null: the bar restored the
   * focus itself.
   */
  onClose: (at: Match | null) => void;
}

/** Bar to find and replace in the script. */
export function FindBar(props: FindBarProps) {
  const { canWrite, withReplace, inside = null } = props;
  const [isInside, setIsInside] = useState(true);
  const find = useFind(
    props.elements,
    props.initialQuery,
    props.startId ?? null,
    isInside ? inside : null,
    props,
  );
  const [isReplacing, setIsReplacing] = useState(withReplace);
  const replacing = useReplacing(find, props.onReplace);
  const { isPreviewing, asksToDelete, isBusy, note, clearNote } = replacing;
  const { input, focusQuery, refocus } = useQueryFocus(isPreviewing, props.isTyped ?? false);
  const close = useClosing(find, props.onClose);
  useEffect(() => {
    if (withReplace) setIsReplacing(true);
  }, [withReplace]);
  const search = (text: string) => {
    clearNote();
    find.search(text);
  };
  const step = (direction: 1 | -1) => {
    clearNote();
    find.step(direction);
  };
  useImperativeHandle(props.ref, () => ({
    next: () => find.step(1),
    previous: () => find.step(-1),
    focus: (text, opensReplace = false) => {
      if (text) search(text);
      if (opensReplace) setIsReplacing(true);
      focusQuery();
    },
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposingKey(event) || isPreviewing || asksToDelete) return;
    if (isPressed(event, ['Escape'])) close();
    else if (matchesAny(event, commandKeys.nextMatch.keys)) step(1);
    else if (matchesAny(event, commandKeys.previousMatch.keys)) step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className={styles.bar} aria-label="Find in the script" onKeyDown={onKeyDown}>
      <FindRow
        ref={input}
        find={find}
        note={note}
        isProblem={note === elementTooLongText}
        isReplacing={canWrite ? isReplacing : null}
        onReplacing={setIsReplacing}
        isInside={inside && isInside}
        onInside={setIsInside}
        onSearch={search}
        onStep={step}
      />
      {canWrite && isReplacing && (
        <ReplaceRow
          text={replacing.replacement.text}
          keepsCapitals={replacing.keepsCapitals}
          isDisabled={find.matches.length === 0 || isBusy || find.isSearching}
          onText={replacing.setText}
          onKeepsCapitals={replacing.setKeepsCapitals}
          onReplace={() => void replacing.replaceHere(false)}
          onReplaceAll={() => replacing.setIsPreviewing(true)}
        />
      )}
      <IconButton size="small" label="Close" className={styles.close} onClick={close}>
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <ReplaceDialogs find={find} replacing={replacing} onReplaced={refocus} />
    </section>
  );
}

/** Focus the query when the bar opens, and after everything was replaced. */
function useQueryFocus(isPreviewing: boolean, isTyped: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const focusQuery = () => {
    input.current?.focus();
    input.current?.select();
  };
  const isContinued = useRef(isTyped);
  // Before the next key arrives.
  useLayoutEffect(() => {
    const field = input.current;
    field?.focus();
    if (isContinued.current) field?.setSelectionRange(field.value.length, field.value.length);
    else field?.select();
  }, []);
  // The button that opened the preview is disabled now and cannot take the focus.
  const hasReplaced = useRef(false);
  useEffect(() => {
    if (isPreviewing || !hasReplaced.current) return;
    hasReplaced.current = false;
    input.current?.focus();
  }, [isPreviewing]);
  const refocus = () => {
    hasReplaced.current = true;
  };
  return { input, focusQuery, refocus };
}

/** Close the bar. The caret goes to the match that was gone to, or back to where it was. */
function useClosing(find: ScriptSearch, onClose: FindBarProps['onClose']): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    const at = find.hasStepped() ? find.active : null;
    if (!at && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    onClose(at);
  };
}

interface ReplaceDialogsProps {
  find: ScriptSearch;
  replacing: Replacing;
  onReplaced: () => void;
}

/** Preview of a replacement everywhere, and the question before an element is deleted. */
function ReplaceDialogs({ find, replacing, onReplaced }: ReplaceDialogsProps) {
  const { replacement, isPreviewing, setIsPreviewing, isBusy } = replacing;
  return (
    <>
      {isPreviewing && (
        <WhenLoaded
          part={preview}
          onFailure={() => {
            toast(toastTexts.windowNotLoaded);
            setIsPreviewing(false);
          }}
        >
          {(ReplaceAllDialog) => (
            <ReplaceAllDialog
              elements={find.elements}
              matches={find.matches}
              replacement={replacement}
              isBusy={isBusy}
              onReplace={(edits, places) => void replacing.replaceAll(edits, places, onReplaced)}
              onClose={() => setIsPreviewing(false)}
            />
          )}
        </WhenLoaded>
      )}
      <ConfirmDialog
        open={replacing.asksToDelete}
        onOpenChange={replacing.setAsksToDelete}
        title="Delete the element?"
        text="No text would be left in it."
        confirmLabel="Delete"
        isDestructive
        isBusy={isBusy}
        onConfirm={() => void replacing.replaceHere(true)}
      />
    </>
  );
}
