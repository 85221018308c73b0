import type { RefObject } from 'react';
import { createStore } from '#web/lib/store.ts';
import type { Mark } from '../pages/mark.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import type { ScriptPages } from '../pages/pages.ts';
import { selectedText } from '../pages/selectedText.ts';
import type { EditorSelection } from '../selection/selecting.ts';
import { type FindRange, rangeToFind } from './within.ts';

/** Controls for keys that are pressed outside the bar. */
export interface FindControls {
  next: () => void;
  previous: () => void;
  /** Focus the query, and set it. `withReplace` opens the field for the replacement. */
  focus: (query?: string, withReplace?: boolean) => void;
}

/** Query and options of a search. */
export interface FindRequest {
  withReplace: boolean;
  query: string;
  /** The query was typed while the code of the bar was loading. */
  isTyped?: boolean;
  within: FindRange | null;
}

interface FindingInput {
  nodes: EditorNodes;
  pages: ScriptPages;
  selecting: EditorSelection;
}

const noMarks: readonly Mark[] = [];

/** Create the state of find and replace. */
export function createFinding({ nodes, pages, selecting }: FindingInput) {
  /** Null while the find bar is closed. */
  const request = createStore<FindRequest | null>(null);
  /** Matches as marks on the pages. */
  const found = createStore(noMarks);
  const controls: RefObject<FindControls | null> = { current: null };
  const begin = () => request.set({ withReplace: false, query: '', within: null });
  return {
    asked: request,
    found,
    controls,
    /** Open the bar with the selected words. */
    open(withReplace: boolean) {
      const before = request.get();
      const selection = selecting.selection.get();
      const query = selection ? '' : (selectedText(nodes.desk.current)?.text ?? '');
      // A selection of several elements limits the search; it is not the query.
      const range = selection && rangeToFind(pages.rows.get(), selection);
      if (before) controls.current?.focus(query || undefined, withReplace);
      request.set({
        withReplace: withReplace || (before?.withReplace ?? false),
        query: query.slice(0, 200),
        within: range ?? before?.within ?? null,
      });
    },
    /** Set the query that is typed before the bar is there. */
    typeQuery(query: string) {
      const before = request.get();
      if (before) request.set({ ...before, query, isTyped: true });
    },
    next: () => (request.get() ? controls.current?.next() : begin()),
    previous: () => (request.get() ? controls.current?.previous() : begin()),
  };
}

export type EditorFinding = ReturnType<typeof createFinding>;
