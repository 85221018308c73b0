import { useMemo } from 'react';
import { useStore } from '#web/lib/store.ts';
import { useMarks } from '#web/scriptEditor/marks/useMarks.ts';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import { CommentMarks } from './CommentMarks.tsx';
import type { CommentedElements } from './commented.ts';
import { markRows, piecesInView } from './markRows.ts';

interface MarksOnPagesProps {
  commented: CommentedElements;
  onThreads: (elementId: number) => void;
}

/** Marks on the pages: matches, comments and selection, with the number of comments. */
export function MarksOnPages({ commented, onThreads }: MarksOnPagesProps) {
  const { audio, changesSinceVisit, misspelled, nodes, finding, pages, panels, selecting, view, writing } =
    useScriptScreen();
  const book = useStore(pages.book);
  const found = useStore(finding.found);
  const audioMarks = useStore(audio.marks);
  const hidden = useStore(audio.hidden);
  const wrongWords = useStore(misspelled);
  const activeThreadId = useStore(panels.activeThreadId);
  const stretchOf = useStore(selecting.stretchOf);
  const isByTouch = useStore(selecting.isByTouch);
  const marks = useMemo(
    () => [...wrongWords, ...found, ...audioMarks, ...hidden, ...marksOf(commented, activeThreadId)],
    [wrongWords, found, audioMarks, hidden, commented, activeThreadId],
  );
  useMarks(nodes.desk, book, marks, isByTouch ? null : stretchOf);
  const seen = useStore(view);
  const changes = useStore(changesSinceVisit);
  const liveIndex = useStore(pages.liveIndex);
  const isNew = useStore(writing.line, (live) => live?.base === null);
  const liveId = useStore(writing.line, (live) => live?.id ?? null);
  return (
    <>
      {changes?.marks({ pieces: piecesInView(book, seen), measures: book.measures })}
      {!book.measures.isPhone && (
        <CommentMarks
          rows={markRows({ book, view: seen, liveIndex, liveId, isNew, commented })}
          onOpen={onThreads}
        />
      )}
    </>
  );
}

function marksOf(commented: CommentedElements, activeThreadId: number | null): Mark[] {
  return [...commented].flatMap(([elementId, { ranges }]) =>
    ranges.map(
      ({ threadId, start, end }): Mark => ({
        type: threadId === activeThreadId ? 'comment-active' : 'comment',
        elementId,
        start,
        end,
      }),
    ),
  );
}
