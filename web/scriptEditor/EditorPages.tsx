import { useMemo } from 'react';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { EditorFoot, EditorMargin } from '#web/script/margin/ElementTools.tsx';
import type { CommentedElements } from '#web/script/marks/commented.ts';
import { MarksOnPages } from '#web/script/marks/MarksOnPages.tsx';
import { PageMenu } from '#web/script/pageMenu/PageMenu.tsx';
import { usePageKeys } from '#web/script/pages/usePageKeys.ts';
import { AddAreaOnPage } from './bottomInput/AddAreaOnPage.tsx';
import { FollowCollaborator } from './desk/FollowCollaborator.tsx';
import { useReplayBufferedInput } from './desk/replayBufferedInput.ts';
import { ScrollAnchor } from './desk/ScrollAnchor.tsx';
import { Sheets } from './desk/Sheets.tsx';
import { PeopleOnPage } from './marks/PeopleOnPage.tsx';
import { createHover } from './pages/hover.ts';
import { useScriptEditor } from './scriptEditor.ts';
import { CarriedSelection } from './selectionView/CarriedSelection.tsx';
import { SelectionOnPage } from './selectionView/SelectionOnPage.tsx';
import { useTouchSelection } from './selectionView/useTouchSelection.ts';
import { SceneImages } from './sheet/SceneImages.tsx';
import { WrittenLine } from './writing/WrittenLine.tsx';

interface PagesProps {
  commented: CommentedElements;
  /** Shows the comments on an element. */
  onThreads: (elementId: number) => void;
}

/** The pages, with the line being written, the tools beside it and what is marked on them. */
export function Pages({ commented, onThreads }: PagesProps) {
  const desk = useScriptEditor();
  const hover = useMemo(createHover, []);
  const canWrite = useStore(desk.given, (given) => given.canWrite);
  useTouchSelection(desk);
  usePageKeys(desk, hover);
  useReplayBufferedInput();
  return (
    <>
      <Sheets
        overlay={
          <>
            <ScrollAnchor />
            <WrittenLine />
            <CarriedSelection hover={hover} />
            <SelectionOnPage />
            <ImagesOnPages />
            <MarksOnPages commented={commented} onThreads={onThreads} />
            <PeopleOnPage />
            <FollowCollaborator />
            <HeardOnDesk />
            <EditorMargin hover={hover} commented={commented} />
          </>
        }
        ending={canWrite && <AddAreaOnPage />}
      />
      <PageMenu />
      <EditorFoot hover={hover} />
    </>
  );
}

/** What marks the line that is heard, and follows it; while something is. */
function HeardOnDesk() {
  const isHeard = useStore(useScriptEditor().audio.heard, (heard) => heard !== null);
  return (
    isHeard && (
      <WhenLoaded part={heardOnPages} onFailure={() => {}}>
        {(HeardOnPages) => <HeardOnPages />}
      </WhenLoaded>
    )
  );
}

const heardOnPages = createLazyModule(() =>
  import('#web/script/tableRead/PlaybackHighlight.tsx').then((file) => file.PlaybackHighlight),
);

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
