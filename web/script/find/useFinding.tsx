import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Match } from '#screenplay/find.ts';
import { fromCall } from '../changes/fromCall.ts';
import { selectedText } from '../desk/selectedText.ts';
import type { ScriptDesk } from '../desk/useScriptDesk.ts';
import type { Mark } from '../marks/mark.ts';
import { FindBar, type FindControls } from './FindBar.tsx';
import { type FindRange, insideOf, rangeToFind } from './within.ts';

interface Finding {
  /** The bar; null while nothing is looked for. */
  bar: ReactNode;
  /** Matches, as they are marked on the pages. */
  found: readonly Mark[];
  /** Opens it, with the words that are selected. */
  open: (withReplace: boolean) => void;
  next: () => void;
  previous: () => void;
}

const noMarks: readonly Mark[] = [];

/** Finding in the script, and replacing. */
export function useFinding(script: ScriptDesk): Finding {
  const [asked, setAsked] = useState<{
    withReplace: boolean;
    query: string;
    within: FindRange | null;
  } | null>(null);
  const [found, setFound] = useState(noMarks);
  const controls = useRef<FindControls>(null);
  const { changes, writing } = script;
  const begin = () => setAsked({ withReplace: false, query: '', within: null });
  const within = asked?.within ?? null;
  const inside = useMemo(
    () => within && insideOf(script.rows, within, changes.outbox.idOf),
    [within, script.rows, changes],
  );

  const showMatches = (matches: readonly Match[], activeIndex: number) =>
    setFound(
      matches.map(({ elementId, start, end }, index) => ({
        kind: index === activeIndex ? 'found-here' : 'found',
        elementId,
        start,
        end,
      })),
    );

  return {
    found,
    open(withReplace) {
      const query = script.selection ? '' : (selectedText(script.desk.current)?.text ?? '');
      // What reaches over several elements is where to look, and not what to look for.
      const { selection } = script;
      const range = selection && rangeToFind(script.rows, selection);
      if (asked) controls.current?.focus(query || undefined, withReplace);
      setAsked({
        withReplace: withReplace || (asked?.withReplace ?? false),
        query: query.slice(0, 200),
        within: range ?? asked?.within ?? null,
      });
    },
    next: () => (asked ? controls.current?.next() : begin()),
    previous: () => (asked ? controls.current?.previous() : begin()),
    bar: asked && (
      <FindBar
        ref={controls}
        elements={script.rows}
        canWrite={script.canWrite}
        inside={inside}
        initialQuery={asked.query}
        withReplace={asked.withReplace}
        startId={script.current?.id ?? null}
        onMatches={showMatches}
        onGo={({ elementId }) => script.focus.show(elementId)}
        onReplace={(edits, label) => {
          writing.save();
          changes.run(fromCall(edits, changes), label);
        }}
        onClose={(at) => {
          setAsked(null);
          if (at) script.focusOn(at.elementId);
        }}
      />
    ),
  };
}
