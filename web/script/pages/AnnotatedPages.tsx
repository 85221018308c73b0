import { useMemo } from 'react';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { EditorPages } from '#web/scriptEditor/EditorPages.tsx';
import { createHover } from '#web/scriptEditor/pages/hover.ts';
import { EditorFoot, EditorMargin } from '../margin/ElementTools.tsx';
import type { CommentedElements } from '../marks/commented.ts';
import { MarksOnPages } from '../marks/MarksOnPages.tsx';
import { PageMenu } from '../pageMenu/PageMenu.tsx';
import { useScriptScreen } from '../scriptScreen.ts';
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
            <PlaybackOnPages />
            <EditorMargin hover={hover} commented={commented} />
          </>
        }
      />
      <PageMenu />
      <EditorFoot hover={hover} />
    </>
  );
}

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
