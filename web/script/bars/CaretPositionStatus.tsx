import { useEffect, useRef, useState } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { afterPaint, useStore } from '#web/lib/store.ts';
import { useDebouncedValue } from '#web/lib/useSettled.ts';
import { bottomInputPosition, deskPositionOf } from '#web/scriptEditor/pages/position.ts';
import { viewPreferences } from '#web/scriptEditor/pages/viewPreferences.ts';
import { writingPreferences } from '#web/scriptEditor/preferences.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { headingOrUntitled } from '../filter/sceneName.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import { isTitlePageActive } from '../state/unsentTitlePage.ts';
import { keyboardModeLabel, keyHints, leaveFocusMode, onTitlePage } from './hints.ts';
import { StatusLine } from './StatusLine.tsx';

/** Delay after the last movement of the caret before its position is announced. */
const restMs = 600;

/** Delay for a held key. */
const typeRestMs = 150;

/**
 * Position of the caret: shown in the status line after each key, and announced when the caret
 * rests.
 */
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
  const isOnTitle = useStore(afterPaint(isTitlePageActive));
  const elementKeys = useStore(writingPreferences, (now) => now.elementKeys);
  const keyboard = {
    ...{ live, isBelow: below !== null, selectedCount, isOnElement },
    ...{ canWrite, canComment, elementKeys },
  };
  return (
    <>
      <StatusLine
        type={isBelow ? below : (live?.type ?? element?.elementType ?? null)}
        position={position}
        mode={keyboardModeLabel(keyboard)}
        hints={isFocusMode ? leaveFocusMode : keyHints(keyboard)}
        {...(isOnTitle && onTitlePage)}
        zoomPercent={useStore(viewPreferences, ({ zoomPercent }) => zoomPercent)}
      />
      <SaidType field={isBelow ? 'below' : 'line'} type={isBelow ? below : (live?.type ?? null)} />
      <Announced page={`Page ${position.page}`} scene={scene.filter(Boolean).join(', ')} />
    </>
  );
}

/** Announce page and scene when they change, but not on arrival. */
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
 * Announce the type of the line when it changes within one field, because the focus does not move
 * between lines. `type` is null while no line is active.
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
