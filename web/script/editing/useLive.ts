import { useCallback, useEffect, useRef, useState } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { isBlankLine } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { KeptLine } from '../changes/kept.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import type { FirstSelection, LiveText } from '../field/liveText.ts';
import { editsOf, isUnsavedLine, type Live, liveBelow, liveOf, newLive } from './live.ts';

/** Between two notes of what is being written, in case the page goes away. */
const keepEveryMs = 300;

/**
 * One line at a time is written, in its place on the page. It is stored when the writer goes on: the change is seen
 * at once and sent in the background, so that writing never waits.
 */
export function useLive(changes: ScriptChanges) {
  const [written, setWritten] = useState<Live | null>(() => lineBelow(changes));
  const live = withIds(written, changes);
  // Keys come faster than renders: what they act on is what is written now.
  const now = useRef(live);
  now.current = live;
  const set = (next: Live | null) => {
    now.current = next;
    setWritten(next);
  };

  /** Stores what is in the field; the id of its element, null where nothing was written. */
  const store = (label: string | null = null): number | null => {
    const present = withIds(now.current, changes);
    if (!present) return null;
    const edits = editsOf(present, changes.elements());
    changes.run(edits, label, present.group);
    if (present.isBelow) set(null);
    return present.base === null && !isUnsavedLine(present) ? null : present.id;
  };
  /** The line below the script stays: it is not in the way of any other. */
  const close = () => now.current?.isBelow || set(null);
  const save = (): number | null => {
    const id = store();
    close();
    return id;
  };

  useKept(changes, live);
  useUnsavedWarning(changes, live);
  const leave = useRef(() => {});
  leave.current = () => {
    store();
    const line = now.current?.isBelow ? now.current : null;
    changes.keeper.keepLine(line && lineOf(line));
  };
  useEffect(() => () => leave.current(), []);

  return {
    /** The line that is written on the page. */
    live: live?.isBelow ? null : live,
    /** What stands in the input below the script; one line at a time is written, there or on the page. */
    below: live?.isBelow ? live : null,
    /** Words of either are not stored yet. */
    isUnsaved: live !== null && isUnsavedLine(live),
    /** The line on the page as it is between two renders. */
    present: () => (now.current?.isBelow ? null : withIds(now.current, changes)),
    /** Words in the input below the script; what was written on the page is stored first. */
    writeBelow(type: ElementType, text: LiveText, afterId: number | null) {
      const present = now.current;
      if (isBlankLine({ type, text: text.text })) {
        if (present?.isBelow) set(null);
      } else if (present?.isBelow) set({ ...present, afterId, type, text });
      else {
        store();
        set(liveBelow({ base: null, afterId, type, text }));
      }
    },
    open(element: Element, selection: FirstSelection, group: string | null = null) {
      if (withIds(now.current, changes)?.id === element.id) return;
      store();
      const current = changes.elements().find(({ id }) => id === element.id) ?? element;
      set(liveOf(current, selection, changes.baseOf(current), group));
    },
    /** A new line after an element; what was in the field is stored first. */
    openNew(afterId: number | null, type: ElementType, text?: LiveText, caret?: number) {
      store();
      set(newLive(afterId, type, text, caret));
    },
    /** A line that a page which went away left unsaved. */
    takeUp(line: KeptLine) {
      store();
      const { idOf } = changes.outbox;
      const elements = changes.elements();
      const find = (id: number | undefined) =>
        elements.find((each) => id !== undefined && each.id === idOf(id));
      const base = find(line.base?.id);
      if (line.base && base) {
        set({ ...liveOf(base, line.text.text.length, line.base.version), base: line.base, ...rest(line) });
        return;
      }
      const after = line.base ? before(elements, line.base) : line.afterId;
      const isThere = after === null || find(after);
      set(newLive(isThere ? after : (elements.at(-1)?.id ?? null), line.type, line.text));
    },
    save,
    close,
    /** Nothing of what is in the field is stored; one step back, and it is. */
    cancel() {
      const present = withIds(now.current, changes);
      if (present) changes.giveUp(editsOf(present, changes.elements()));
      close();
    },
    setText: (text: LiveText, type?: ElementType) =>
      now.current && set({ ...now.current, text, type: type ?? now.current.type }),
    setType: (type: ElementType) => now.current && set({ ...now.current, type }),
  };
}

export type Writing = ReturnType<typeof useLive>;

const rest = ({ type, text }: KeptLine) => ({ type, text });

/** The element that stands before the place of one that is gone. */
function before(elements: readonly Element[], { orderIndex }: Element): number | null {
  return elements.findLast((each) => each.orderIndex < orderIndex)?.id ?? null;
}

/** Elements get other ids when the server has them; the same object as long as they have not. */
function withIds(live: Live | null, { outbox: { idOf } }: ScriptChanges): Live | null {
  if (!live) return null;
  const id = idOf(live.id);
  const afterId = live.afterId === null ? null : idOf(live.afterId);
  return id === live.id && afterId === live.afterId ? live : { ...live, id, afterId };
}

/** Notes what is being written, now and then and when the page may go away. */
function useKept({ keeper }: ScriptChanges, live: Live | null): void {
  const latest = useRef(live);
  latest.current = live;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const line = latest.current;
    keeper.keepLine(line && isUnsavedLine(line) ? lineOf(line) : null);
  }, [keeper]);
  useEffect(() => {
    if (live === null) keep();
    // The first words are kept at once, what follows them now and then.
    else if (timer.current === undefined) {
      keep();
      timer.current = setTimeout(keep, keepEveryMs);
    }
  }, [keep, live]);
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [keep]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

const lineOf = ({ base, afterId, type, text, isBelow }: Live): KeptLine => ({
  base,
  afterId,
  type,
  text,
  ...(isBelow && { isBelow }),
});

/** Words below the script that could not be stored when the view closed. */
function lineBelow({ keeper: { line } }: ScriptChanges): Live | null {
  return line?.isBelow ? liveBelow(line) : null;
}

function useUnsavedWarning({ outbox }: ScriptChanges, live: Live | null): void {
  const latest = useRef(live);
  latest.current = live;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      const line = latest.current;
      const isWriting = line && isUnsavedLine(line);
      if (outbox.pending.length > 0 || isWriting) event.preventDefault();
    };
    // Not anew at every key: browsers tell other processes of each.
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [outbox]);
}
