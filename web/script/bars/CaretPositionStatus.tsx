import { useEffect, useRef, useState } from 'react';
import { type ElementType, elementLabels } from '#screenplay/element.ts';
import { afterPaint, useStore } from '#web/lib/store.ts';
import { useDebouncedValue } from '#web/lib/useSettled.ts';
import { bottomInputPosition, deskPositionOf } from '#web/scriptEditor/pages/position.ts';
import { viewPreferences } from '#web/scriptEditor/pages/viewPreferences.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { headingOrUntitled } from '../filter/sceneName.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import { keyboardModeLabel, keyHints, leaveFocusMode } from './hints.ts';
import { StatusLine } from './StatusLine.tsx';

/** A caret that rests so long is somewhere; one that moves is on its way. */
const restMs = 600;

/** A key that is held has gone on by then. */
const typeRestMs = 150;

/** Where the caret is: told in the status line right after the key is on the page, and to those who hear it when the caret rests. */
export function CaretPositionStatus() {
  const { caretOffset, current, focus, focusMode, given, lineBelow, pages, selecting, writing } =
    useScriptScreen();
  const { sceneNumbers, canWrite, canComment } = useStore(afterPaint(given));
  const book = useStore(afterPaint(pages.book));
  const live = useStore(afterPaint(writing.line));
  const selection = useStore(afterPaint(selecting.selection));
  const selectedCount = useStore(afterPaint(selecting.count));
  const below = useStore(afterPaint(lineBelow));
  const caret = useStore(afterPaint(caretOffset));
  const index = useStore(afterPaint(current.index));
  const element = useStore(afterPaint(current.element));
  const here = useStore(afterPaint(current.scene));
  const isOnElement = useStore(afterPaint(focus.isOnElement));
  const isFocusMode = useStore(afterPaint(focusMode));
  const offset = live ? caret : selection?.head.offset;
  const isBelow = below !== null && !live && !selection;
  const position = isBelow ? bottomInputPosition(book) : deskPositionOf(book, index, offset ?? 0);
  const number = here ? sceneNumbers.get(here.id) : undefined;
  const scene = here ? [number === undefined ? '' : `Scene ${number}`, headingOrUntitled(here)] : [];
  const keyboard = { live, isBelow: below !== null, selectedCount, isOnElement, canWrite, canComment };
  return (
    <>
      <StatusLine
        type={isBelow ? below : (live?.type ?? element?.elementType ?? null)}
        position={position}
        mode={keyboardModeLabel(keyboard)}
        hints={isFocusMode ? leaveFocusMode : keyHints(keyboard)}
        zoomPercent={useStore(viewPreferences, ({ zoomPercent }) => zoomPercent)}
      />
      <SaidType field={isBelow ? 'below' : 'line'} type={isBelow ? below : (live?.type ?? null)} />
      <Announced page={`Page ${position.page}`} scene={scene.filter(Boolean).join(', ')} />
    </>
  );
}

/** Says the page and the scene when they are others than before, and never on arrival. */
function Announced({ page, scene }: { page: string; scene: string }) {
  const [settledPage, settledScene] = [useDebouncedValue(page, restMs), useDebouncedValue(scene, restMs)];
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

/**
 * Says what the line with the caret is, where that changes in one field: the keyboard does not leave it on the way to the
 * next line, so that nothing else tells. `type` is null while nothing is written.
 */
function SaidType({ field, type }: { field: 'line' | 'below'; type: ElementType | null }) {
  const [text, setText] = useState('');
  const before = useRef({ field, type });
  useEffect(() => {
    const last = before.current;
    before.current = { field, type };
    if (last.type === type && last.field === field) return;
    const isSame = last.type !== null && type !== null && last.field === field;
    if (!isSame) setText('');
    const timer = isSame ? setTimeout(() => setText(elementLabels[type]), typeRestMs) : undefined;
    return () => clearTimeout(timer);
  }, [field, type]);
  return (
    <VisuallyHidden as="p" aria-live="polite" data-said-type="">
      {text}
    </VisuallyHidden>
  );
}
