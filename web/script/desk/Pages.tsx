import { useMemo, useState } from 'react';
import type { PastedElement } from '#screenplay/pastedElement.ts';
import type { Position } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import { AddArea } from '../adding/AddArea.tsx';
import { audioOf, useElementAudio } from '../audio/useElementAudio.ts';
import { LineOnPage } from '../editing/LineOnPage.tsx';
import { isBlank } from '../editing/live.ts';
import type { useDeleting } from '../editing/useDeleting.tsx';
import type { Clipboard } from '../field/liveText.ts';
import { FootTools, MarginTools } from '../margin/MarginTools.tsx';
import { CommentMarks } from '../marks/CommentMarks.tsx';
import type { Mark } from '../marks/mark.ts';
import { useMarks } from '../marks/useMarks.ts';
import { PageMenu } from '../pageMenu/PageMenu.tsx';
import type { Command } from '../palette/results.ts';
import { DropCaret } from '../selection/DropCaret.tsx';
import { SelectionOnPage } from '../selection/SelectionOnPage.tsx';
import { TouchTools } from '../selection/TouchTools.tsx';
import { usePointer } from '../selection/usePointer.ts';
import { useTouchSelection } from '../selection/useTouchSelection.ts';
import { linesOnDesk } from '../sheet/book.ts';
import { bodyLeftPx } from '../sheet/lines.ts';
import { SceneImages } from '../sheet/SceneImages.tsx';
import { speakerAt } from '../speaker.ts';
import { Desk } from './Desk.tsx';
import { markRows } from './markRows.ts';
import { useDeskEvents } from './useDeskEvents.ts';
import type { ScriptDesk } from './useScriptDesk.ts';
import { useTypewriter } from './useTypewriter.ts';

/** Of the unresolved threads on one element. */
interface ThreadMarks {
  count: number;
  /** What was selected for them; offsets count in its plain text. */
  ranges: readonly { threadId: number; start: number; end: number }[];
}

interface PagesProps {
  script: ScriptDesk;
  deleting: ReturnType<typeof useDeleting>;
  /** Unresolved threads by element. */
  threads: ReadonlyMap<number, ThreadMarks>;
  activeThreadId: number | null;
  found: readonly Mark[];
  commands: readonly Command[];
  onComment: (element: Element) => void;
  onAsk: (element: Element) => void;
  onSuggestions: () => void;
  onHistory: (element: Element) => void;
  onThreads: (elementId: number) => void;
  /** True: it became elements. */
  onPaste: (clipboard: Clipboard) => boolean;
  /** In the place of what is selected. */
  onPasteOver: (clipboard: Clipboard) => void;
  onPasteBelow: (made: readonly PastedElement[]) => void;
}

/** The pages, with the line being written, the tools beside it and what is marked on them. */
export function Pages(props: PagesProps) {
  const { script, deleting, threads, activeThreadId, found, onComment } = props;
  const { project, book, view, measures, live, liveIndex, rows, canWrite, canComment, writing } = script;
  const { selecting, selection, current } = script;
  useTouchSelection(script);
  const { format, titlePage } = project;
  const [hoveredId, setHoveredId] = useState<number | null>(null);
  const hoveredIndex = script.indexOf(hoveredId);
  const [dropAt, setDropAt] = useState<Position | null>(null);
  const toolIndex = live ? liveIndex : hoveredIndex >= 0 ? hoveredIndex : script.focus.currentIndex;
  // While the caret is below the script, only what the mouse points at has tools.
  const isElsewhere = script.lineBelow !== null && !live && hoveredIndex < 0;
  const toolElement = isElsewhere ? undefined : rows[toolIndex];
  const audio = useElementAudio();
  const { sheetLeftPx } = measures;
  useTypewriter(script.desk, script.viewing.isTypewriter);

  usePointer({
    desk: script.desk,
    book,
    rows,
    canWrite,
    selecting,
    onCarry: setDropAt,
    onPlace: (element, offset) => {
      setHoveredId(null);
      if (!canWrite) script.focusOn(element.id);
      else if (element.id !== live?.id) script.edit(element, offset);
      else script.field.current?.select(offset);
    },
  });
  const move = (index: number) => {
    setHoveredId(null);
    script.focusOn(rows[index]?.id ?? null);
    return true;
  };
  useDeskEvents(script.desk, {
    elementOf: (id) => rows[script.indexOf(id)],
    onHover: ({ id }) => setHoveredId(id),
    onFocus: ({ id }) => {
      script.focus.setCurrentId(id);
      selecting.clear();
    },
    onKey: ({ key, shiftKey }, element) => {
      const index = script.indexOf(element.id);
      if (shiftKey) {
        if (key === 'Enter' && canWrite) script.addBelow(element);
        return key === 'Enter' && canWrite;
      }
      if (key === 'ArrowDown') return move(Math.min(index + 1, rows.length - 1));
      if (key === 'ArrowUp') return move(Math.max(index - 1, 0));
      if (key === 'Escape') {
        script.focus.leave();
        (document.activeElement as HTMLElement | null)?.blur();
        return true;
      }
      if (key === ' ') {
        audio.toggle(element);
        return true;
      }
      if (key.toLowerCase() === 'c' && canComment) {
        onComment(element);
        return true;
      }
      if (key.toLowerCase() === 'a' && canComment) {
        props.onAsk(element);
        return true;
      }
      if (key.toLowerCase() === 's' && canComment) {
        props.onSuggestions();
        return true;
      }
      if (!canWrite) return false;
      if (key === 'Enter') script.edit(element, element.content.length);
      else if (key === 'Delete' || key === 'Backspace') deleting.ask(element, index);
      else return false;
      return true;
    },
  });

  const marks = useMemo(
    () => [
      ...found,
      ...[...threads].flatMap(([elementId, { ranges }]) =>
        ranges.map(
          ({ threadId, start, end }): Mark => ({
            kind: threadId === activeThreadId ? 'comment-active' : 'comment',
            elementId,
            start,
            end,
          }),
        ),
      ),
    ],
    [found, threads, activeThreadId],
  );
  useMarks(script.desk, book, marks, selecting.isByTouch ? null : selecting.stretchOf);

  const toolLines = (live || canComment) && toolElement ? linesOnDesk(book, toolIndex) : [];
  const tools = toolElement && {
    type: live?.type ?? toolElement.elementType,
    isLive: live !== null,
    isNew: live?.base === null,
    canSave: live !== null && !isBlank(live),
    canWrite,
    hasAudio: audioOf(toolElement) !== null,
    isPlaying: audio.playingId === toolElement.id,
    onAudio: () => audio.toggle(toolElement),
    onComment: () => {
      script.focus.setCurrentId(toolElement.id);
      onComment(toolElement);
    },
    onAsk: () => {
      script.focus.setCurrentId(toolElement.id);
      props.onAsk(toolElement);
    },
    onHistory: () => {
      script.focus.setCurrentId(toolElement.id);
      props.onHistory(toolElement);
    },
    onEdit: () => script.edit(toolElement, toolElement.content.length),
    onSave: () => script.focusOn(writing.save()),
    onCancel: () => {
      writing.cancel();
      script.focusOn(live?.base === null ? live.afterId : toolElement.id);
    },
    onDelete: () => deleting.ask(toolElement, toolIndex),
    onType: script.setType,
    onTypeChosen: () => script.field.current?.focus(),
    onInsert: (type: Parameters<typeof script.setType>[0]) => script.insertBelow(toolElement, type),
  };

  return (
    <>
      <Desk
        desk={script.desk}
        book={book}
        view={view}
        isTypewriter={script.viewing.isTypewriter}
        onScroll={script.onScroll}
        format={format}
        titlePage={titlePage}
        sceneNumbers={script.sceneNumbers}
        canWrite={canWrite}
        currentIndex={script.focus.currentIndex}
        liveId={live?.id ?? null}
        overlay={
          <>
            {live && (
              <LineOnPage
                key={live.key}
                writing={writing}
                live={live}
                rows={rows}
                index={liveIndex}
                book={book}
                characters={script.characters}
                sheetLeftPx={sheetLeftPx}
                desk={script.desk}
                isTypewriter={script.viewing.isTypewriter}
                field={script.field}
                onKey={script.keys.onKey}
                onFinished={script.keys.goOn}
                onCaret={script.setCaret}
                onPaste={props.onPaste}
              />
            )}
            {dropAt && <DropCaret book={book} rows={rows} place={dropAt} sheetLeftPx={sheetLeftPx} />}
            {selection && !selecting.isByTouch && (
              <SelectionOnPage script={script} sheetLeftPx={sheetLeftPx} onPaste={props.onPasteOver} />
            )}
            <SceneImages book={book} view={view} images={script.images} sheetLeftPx={sheetLeftPx} />
            {!measures.isPhone && (
              <CommentMarks rows={markRows(script, threads, sheetLeftPx)} onOpen={props.onThreads} />
            )}
            {tools && toolLines.length > 0 && !measures.isPhone && (
              <MarginTools
                {...tools}
                topPx={toolLines[0]?.topPx ?? 0}
                endPx={(toolLines.at(-1)?.topPx ?? 0) + measures.linePx}
                linePx={measures.linePx}
                sheetLeftPx={sheetLeftPx}
                sheetPx={measures.sheetPx}
                inchPx={measures.inchPx}
                bodyPx={bodyLeftPx(format, measures)}
                isNumbered={
                  format.sceneNumbersShown &&
                  toolElement.elementType === 'scene_heading' &&
                  live?.base !== null
                }
                typePicker={script.typePicker}
                hasMarks={threads.has(toolElement.id)}
              />
            )}
          </>
        }
        ending={
          canWrite && (
            <AddArea
              lastType={script.filtered.elements.at(-1)?.elementType ?? null}
              characters={script.characters}
              elements={script.elements}
              speaker={speakerAt(script.filtered.elements, script.filtered.elements.length)}
              format={format}
              measures={measures}
              onAdd={script.adds.addAtEnd}
              onPaste={props.onPasteBelow}
              onLeave={() => script.focusOn(script.rows.at(-1)?.id ?? null)}
              fieldRef={script.bottomInput}
              onMove={selecting.goUp}
              onUndo={(does) => (does === 'undo' ? script.undo() : script.redo())}
              onFocus={script.enterBelow}
              onHere={script.setLineBelow}
              keptLine={writing.below}
              onLine={(type, text) => writing.writeBelow(type, text, script.adds.lastId())}
              isFirst={rows.length === 0 && !measures.isPhone}
              isSaving={script.state.is === 'saving'}
              elementKeys={script.preferences.elementKeys}
              afterDialogue={script.preferences.afterDialogue}
            />
          )
        }
      />
      <PageMenu script={script} commands={props.commands} />
      {selecting.isByTouch && selection ? (
        <TouchTools script={script} onComment={() => current && onComment(current)} />
      ) : (
        canComment && tools && measures.isPhone && <FootTools {...tools} />
      )}
    </>
  );
}
