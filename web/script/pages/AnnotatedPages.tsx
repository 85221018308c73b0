import { useMemo, useRef } from 'react';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { afterPaint, useStore } from '#web/lib/store.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { EditorPages } from '#web/scriptEditor/EditorPages.tsx';
import { viewStepPx } from '#web/scriptEditor/pages/editorViewport.ts';
import { createHover } from '#web/scriptEditor/pages/hover.ts';
import { useUser } from '#web/session/auth.ts';
import { LaterFoot, LaterMargin, LaterPageMenu } from '../laterScriptFrame.tsx';
import type { CommentedElements } from '../marks/commented.ts';
import { MarksOnPages } from '../marks/MarksOnPages.tsx';
import { useScriptScreen } from '../scriptScreen.ts';
import { hasTitleDraft, isTitlePageRequested } from '../state/unsentTitlePage.ts';
import { usePageKeys } from './usePageKeys.ts';

interface AnnotatedPagesProps {
  commented: CommentedElements;
  /** Shows the comments on an element. */
  onThreads: (elementId: number) => void;
}

/** The editor's pages with comment marks, the playing line, margin tools and the context menu. */
export function AnnotatedPages({ commented, onThreads }: AnnotatedPagesProps) {
  const screen = useScriptScreen();
  const hover = useMemo(createHover, []);
  usePageKeys(screen, hover);
  return (
    <>
      <EditorPages
        hover={hover}
        marks={<MarksOnPages commented={commented} onThreads={onThreads} />}
        tools={
          <>
            <TitlePageOnPages />
            <PlaybackOnPages />
            <RevisionsOnPages />
            <LaterMargin hover={hover} commented={commented} />
          </>
        }
      />
      <LaterPageMenu />
      <LaterFoot hover={hover} />
    </>
  );
}

/** Let writers edit the title page; loaded when they scroll to it or call it. */
function TitlePageOnPages() {
  const { given, pages, view } = useScriptScreen();
  const canWrite = useStore(given, (now) => now.canWrite);
  const titlePx = useStore(pages.book, (book) => book.titlePx);
  const isSeen = useStore(afterPaint(view), ({ scrollPx }) => scrollPx + viewStepPx < titlePx);
  const isRequested = useStore(isTitlePageRequested);
  const projectId = useStore(given, ({ project }) => project.id);
  const userId = useUser()?.id ?? '';
  const wasNeeded = useRef<boolean | null>(null);
  wasNeeded.current ??= hasTitleDraft(userId, projectId);
  wasNeeded.current ||= isSeen || isRequested;
  if (!canWrite || titlePx === 0 || !wasNeeded.current) return null;
  return (
    <WhenLoaded part={titlePageEditor} onFailure={() => isTitlePageRequested.set(false)}>
      {(TitlePageEditor) => <TitlePageEditor />}
    </WhenLoaded>
  );
}

const titlePageEditor = createLazyModule(() =>
  import('../titlePage/TitlePageEditor.tsx').then((file) => file.TitlePageEditor),
);

/** Mark what revisions changed; loaded for a script that has some. */
function RevisionsOnPages() {
  const hasRevisions = useStore(
    useScriptScreen().given,
    ({ project }) => project.format.revisions !== undefined,
  );
  return (
    hasRevisions && (
      <WhenLoaded part={revisionMarks} onFailure={() => {}}>
        {(MarkedRevisions) => <MarkedRevisions />}
      </WhenLoaded>
    )
  );
}

const revisionMarks = createLazyModule(() =>
  import('../revisions/MarkedRevisions.tsx').then((file) => file.MarkedRevisions),
);

/** Mark the playing line and scroll to it; loaded when something plays. */
function PlaybackOnPages() {
  const isPlaying = useStore(useScriptScreen().audio.heard, (heard) => heard !== null);
  return (
    isPlaying && (
      <WhenLoaded part={playbackHighlight} onFailure={() => {}}>
        {(PlaybackHighlight) => <PlaybackHighlight />}
      </WhenLoaded>
    )
  );
}

const playbackHighlight = createLazyModule(() =>
  import('../tableRead/PlaybackHighlight.tsx').then((file) => file.PlaybackHighlight),
);
