import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { deskPositionOf, positionBelow } from '../desk/position.ts';
import type { ScriptDesk } from '../desk/useScriptDesk.ts';
import { headingOrUntitled } from '../filter/sceneName.ts';
import { useSettled } from '../useSettled.ts';
import { hintsOf, leaveFocusMode, modeOf } from './hints.ts';
import { StatusLine } from './StatusLine.tsx';

/** A caret that rests so long is somewhere; one that moves is on its way. */
const restMs = 600;

/** Where the caret is: told in the status line at once, and to those who hear the page when it has come to rest. */
export function Whereabouts({ script, isFocusMode }: { script: ScriptDesk; isFocusMode: boolean }) {
  const { book, live, selection, lineBelow, current, currentIndex, here, sceneNumbers } = script;
  const caret = useSyncExternalStore(script.caret.watch, script.caret.offset);
  const offset = live ? caret : selection?.head.offset;
  const isBelow = lineBelow !== null && !live && !selection;
  const position = isBelow ? positionBelow(book) : deskPositionOf(book, currentIndex, offset ?? 0);
  const number = here ? sceneNumbers.get(here.id) : undefined;
  const scene = here ? [number === undefined ? '' : `Scene ${number}`, headingOrUntitled(here)] : [];
  return (
    <>
      <StatusLine
        type={isBelow ? lineBelow : (live?.type ?? current?.elementType ?? null)}
        position={position}
        mode={modeOf(script)}
        hints={isFocusMode ? leaveFocusMode : hintsOf(script)}
        viewing={script.viewing}
      />
      <Announced page={`Page ${position.page}`} scene={scene.filter(Boolean).join(', ')} />
    </>
  );
}

/** Says the page and the scene when they are others than before, and never on arrival. */
function Announced({ page, scene }: { page: string; scene: string }) {
  const [settledPage, settledScene] = [useSettled(page, restMs), useSettled(scene, restMs)];
  const before = useRef({ page: settledPage, scene: settledScene });
  const [text, setText] = useState('');
  useEffect(() => {
    const changed = [
      ...(settledPage === before.current.page ? [] : [settledPage]),
      ...(settledScene === before.current.scene || settledScene === '' ? [] : [settledScene]),
    ];
    before.current = { page: settledPage, scene: settledScene };
    if (changed.length > 0) setText(changed.join('. '));
  }, [settledPage, settledScene]);
  return (
    <VisuallyHidden as="p" aria-live="polite" data-announced="">
      {text}
    </VisuallyHidden>
  );
}
