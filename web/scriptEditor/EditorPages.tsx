import type { ReactNode } from 'react';
import { useStore } from '#web/lib/store.ts';
import { AddAreaOnPage } from './bottomInput/AddAreaOnPage.tsx';
import { FollowCollaborator } from './desk/FollowCollaborator.tsx';
import { useReplayBufferedInput } from './desk/replayBufferedInput.ts';
import { ScrollAnchor } from './desk/ScrollAnchor.tsx';
import { Sheets } from './desk/Sheets.tsx';
import { PeopleOnPage } from './marks/PeopleOnPage.tsx';
import type { Hover } from './pages/hover.ts';
import { useScriptEditor } from './scriptEditor.ts';
import { CarriedSelection } from './selectionView/CarriedSelection.tsx';
import { SelectionOnPage } from './selectionView/SelectionOnPage.tsx';
import { useTouchSelection } from './selectionView/useTouchSelection.ts';
import { SceneImages } from './sheet/SceneImages.tsx';
import { WrittenLine } from './writing/WrittenLine.tsx';

interface EditorPagesProps {
  /** The element under the pointer. */
  hover: Hover;
  /** Marks of the screen on the pages, below the carets of collaborators. */
  marks: ReactNode;
  /** The screen's tools in the margin of the pages. */
  tools: ReactNode;
}

/** The pages with the active line, the selection and the collaborators. */
export function EditorPages({ hover, marks, tools }: EditorPagesProps) {
  const editor = useScriptEditor();
  const canWrite = useStore(editor.given, (given) => given.canWrite);
  useTouchSelection(editor);
  useReplayBufferedInput(editor.arrival);
  return (
    <Sheets
      overlay={
        <>
          <ScrollAnchor />
          <WrittenLine />
          <CarriedSelection hover={hover} />
          <SelectionOnPage />
          <ImagesOnPages />
          {marks}
          <PeopleOnPage />
          <FollowCollaborator />
          {tools}
        </>
      }
      ending={canWrite && <AddAreaOnPage />}
    />
  );
}

function ImagesOnPages() {
  const { pages, view } = useScriptEditor();
  const book = useStore(pages.book);
  return (
    <SceneImages
      book={book}
      view={useStore(view)}
      images={useStore(pages.images)}
      sheetLeftPx={book.measures.sheetLeftPx}
    />
  );
}
