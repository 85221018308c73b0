import type { RefObject } from 'react';
import { createStore } from '#web/lib/store.ts';
import type { Mark } from '../pages/mark.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import type { ScriptPages } from '../pages/pages.ts';
import { selectedText } from '../pages/selectedText.ts';
import type { EditorSelection } from '../selection/selecting.ts';
import { type FindRange, rangeToFind } from './within.ts';

/** For keys that are pressed elsewhere on the screen. */
export interface FindControls {
  next: () => void;
  previous: () => void;
  /** Puts the focus into the query, and another query into it; for replacing it opens the field for the new text. */
  focus: (query?: string, withReplace?: boolean) => void;
}

/** What is looked for, and how. */
export interface FindRequest {
  withReplace: boolean;
  query: string;
  within: FindRange | null;
}

interface FindingInput {
  nodes: EditorNodes;
  pages: ScriptPages;
  selecting: EditorSelection;
}

const noMarks: readonly Mark[] = [];

/** Finding in the script, and replacing. */
export function createFinding({ nodes, pages, selecting }: FindingInput) {
  /** Null while nothing is looked for. */
  const asked = createStore<FindRequest | null>(null);
  /** Matches, as they are marked on the pages. */
  const found = createStore(noMarks);
  const controls: RefObject<FindControls | null> = { current: null };
  const begin = () => asked.set({ withReplace: false, query: '', within: null });
  return {
    asked,
    found,
    controls,
    /** Opens the bar, with the words that are selected. */
    open(withReplace: boolean) {
      const before = asked.get();
      const selection = selecting.selection.get();
      const query = selection ? '' : (selectedText(nodes.desk.current)?.text ?? '');
      // What reaches over several elements is where to look, and not what to look for.
      const range = selection && rangeToFind(pages.rows.get(), selection);
      if (before) controls.current?.focus(query || undefined, withReplace);
      asked.set({
        withReplace: withReplace || (before?.withReplace ?? false),
        query: query.slice(0, 200),
        within: range ?? before?.within ?? null,
      });
    },
    next: () => (asked.get() ? controls.current?.next() : begin()),
    previous: () => (asked.get() ? controls.current?.previous() : begin()),
  };
}

export type EditorFinding = ReturnType<typeof createFinding>;
