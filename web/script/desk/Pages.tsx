import { useMemo } from 'react';
import { partOf } from '#web/lib/part.ts';
import { useStore } from '#web/lib/store.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { AddAreaOnPage } from '../adding/AddAreaOnPage.tsx';
import { WrittenLine } from '../editing/LineOnPage.tsx';
import { FootOnDesk, MarginOnDesk } from '../margin/ElementTools.tsx';
import { createHover } from '../margin/hover.ts';
import type { CommentedElements } from '../marks/commented.ts';
import { MarksOnPages } from '../marks/MarksOnPages.tsx';
import { PeopleOnPage } from '../marks/PeopleOnPage.tsx';
import { PageMenu } from '../pageMenu/PageMenu.tsx';
import { CarriedSelection } from '../selection/CarriedSelection.tsx';
import { SelectionOnPage } from '../selection/SelectionOnPage.tsx';
import { useTouchSelection } from '../selection/useTouchSelection.ts';
import { SceneImages } from '../sheet/SceneImages.tsx';
import { FollowsOthers } from './FollowsOthers.tsx';
import { usePlayEarly } from './playEarly.ts';
import { Sheets } from './Sheets.tsx';
import { StaysInPlace } from './StaysInPlace.tsx';
import { useDesk } from './scriptDesk.ts';
import { usePageKeys } from './usePageKeys.ts';

interface PagesProps {
  commented: CommentedElements;
  /** Shows the comments on an element. */
  onThreads: (elementId: number) => void;
}

/** The pages, with the line being written, the tools beside it and what is marked on them. */
export function Pages({ commented, onThreads }: PagesProps) {
  const desk = useDesk();
  const hover = useMemo(createHover, []);
  const canWrite = useStore(desk.given, (given) => given.canWrite);
  useTouchSelection(desk);
  usePageKeys(desk, hover);
  usePlayEarly();
  return (
    <>
      <Sheets
        overlay={
          <>
            <StaysInPlace />
            <WrittenLine />
            <CarriedSelection hover={hover} />
            <SelectionOnPage />
            <ImagesOnPages />
            <MarksOnPages commented={commented} onThreads={onThreads} />
            <PeopleOnPage />
            <FollowsOthers />
            <HeardOnDesk />
            <MarginOnDesk hover={hover} commented={commented} />
          </>
        }
        ending={canWrite && <AddAreaOnPage />}
      />
      <PageMenu />
      <FootOnDesk hover={hover} />
    </>
  );
}

/** What marks the line that is heard, and follows it; while something is. */
function HeardOnDesk() {
  const isHeard = useStore(useDesk().audio.heard, (heard) => heard !== null);
  return (
    isHeard && (
      <WhenLoaded part={heardOnPages} onFailure={() => {}}>
        {(HeardOnPages) => <HeardOnPages />}
      </WhenLoaded>
    )
  );
}

const heardOnPages = partOf(() => import('../HeardOnPages.tsx').then((file) => file.HeardOnPages));

function ImagesOnPages() {
  const { pages, view } = useDesk();
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
