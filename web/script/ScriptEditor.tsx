import { useMemo, useRef, useState } from 'react';
import { typeAfter } from '#screenplay/flow.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';
import { AddArea } from './adding/AddArea.tsx';
import { adding } from './adding/adding.ts';
import { ScriptBar } from './bars/ScriptBar.tsx';
import { StatusLine } from './bars/StatusLine.tsx';
import { useChanges } from './changes/useChanges.ts';
import styles from './desk/Desk.module.css';
import { Desk } from './desk/Desk.tsx';
import { elementInView, indexOfScene, isSeen, positionOf, sceneAt } from './desk/position.ts';
import { useDeskEvents } from './desk/useDeskEvents.ts';
import { useElementFocus } from './desk/useElementFocus.ts';
import { useView } from './desk/useView.ts';
import { EditingProblems } from './editing/EditingProblems.tsx';
import { LineOnPage } from './editing/LineOnPage.tsx';
import { isBlank, withLive } from './editing/live.ts';
import { useDeleting } from './editing/useDeleting.tsx';
import { useLive } from './editing/useLive.ts';
import { writingKeys } from './editing/writingKeys.ts';
import type { LiveFieldHandle } from './field/liveText.ts';
import { FootTools, MarginTools } from './margin/MarginTools.tsx';
import { usePreferences } from './preferences/preferences.ts';
import { sceneNumbersOf } from './sceneNumber.ts';
import { linesOnDesk } from './sheet/book.ts';
import { measuresFor } from './sheet/measures.ts';
import { useBook } from './sheet/useBook.ts';
import { speakerAt } from './speaker.ts';

interface ScriptEditorProps {
  project: Project;
  scenes: Scene[];
  characters: Character[];
}

/** The script as pages; one line at a time is written in its place. */
export function ScriptEditor({ project, scenes, characters }: ScriptEditorProps) {
  const { format, titlePage } = project;
  const canWrite = may(project.role, 'write');
  const canComment = may(project.role, 'comment');
  const preferences = usePreferences();
  const desk = useRef<HTMLDivElement>(null);
  const field = useRef<LiveFieldHandle>(null);
  const { view, onScroll } = useView(desk);
  const measures = useMemo(
    () => measuresFor(view.widthPx, view.isPhone, format),
    [view.widthPx, view.isPhone, format],
  );
  const { changes, elements, state, offered } = useChanges(project.id);
  const { idOf } = changes.outbox;
  const writing = useLive(changes);
  const { live } = writing;
  const rows = useMemo(() => withLive(elements, live), [elements, live]);
  const book = useBook({ elements: rows, format, titlePage }, measures);
  const focus = useElementFocus(desk, book, rows, idOf);
  const deleting = useDeleting(changes);
  const [hoveredId, setHoveredId] = useState<number | null>(null);

  const sceneNumbers = useMemo(() => sceneNumbersOf(scenes), [scenes]);
  const indexes = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows]);
  const indexOf = (id: number | null) => (id === null ? -1 : (indexes.get(idOf(id)) ?? -1));
  const liveIndex = live ? indexOf(live.id) : -1;
  const hoveredIndex = indexOf(hoveredId);
  const toolIndex = live ? liveIndex : hoveredIndex >= 0 ? hoveredIndex : focus.currentIndex;
  const toolElement = rows[toolIndex];

  const focusOn = (elementId: number | null) => {
    if (elementId !== null) focus.focus(elementId);
  };
  const edit = (element: Element, selection: number | 'all') => {
    focus.setCurrentId(element.id);
    setHoveredId(null);
    writing.open(element, selection);
  };
  const goBack = (step: () => number | null) => {
    writing.save();
    focusOn(step());
  };
  const undo = () => goBack(changes.undo);
  const keys = writingKeys({
    writing,
    changes,
    field,
    rows,
    book,
    preferences,
    focusOn,
    undo,
    chooseType: () => document.querySelector<HTMLElement>('[data-type-list] [aria-checked=true]')?.focus(),
  });
  const add = adding(changes, scenes, null);
  const addBelow = (index: number) => {
    const element = rows[index];
    if (element) writing.openNew(element.id, typeAfter(element.elementType, preferences.afterDialogue));
  };
  const move = (index: number) => {
    setHoveredId(null);
    focusOn(rows[index]?.id ?? null);
    return true;
  };
  useDeskEvents(desk, {
    charPx: measures.charPx,
    elementOf: (id) => rows[indexes.get(id) ?? -1],
    onHover: ({ id }) => setHoveredId(id),
    onFocus: ({ id }) => focus.setCurrentId(id),
    onClick: (element, offset) => {
      if (canWrite && element.id !== live?.id) edit(element, offset);
    },
    onKey: ({ key, shiftKey }, element) => {
      const index = indexOf(element.id);
      if (shiftKey) {
        if (key !== 'Enter' || !canWrite) return false;
        addBelow(index);
        return true;
      }
      if (key === 'ArrowDown') return move(Math.min(index + 1, rows.length - 1));
      if (key === 'ArrowUp') return move(Math.max(index - 1, 0));
      if (!canWrite) return false;
      if (key === 'Enter') edit(element, element.content.length);
      else if (key === 'Delete' || key === 'Backspace') deleting.ask(element, index);
      else return false;
      return true;
    },
  });

  const toolLines = (live || canComment) && toolElement ? linesOnDesk(book, toolIndex) : [];
  const sheetLeftPx = (view.widthPx - measures.sheetPx) / 2;
  const tools = toolElement && {
    type: live?.type ?? toolElement.elementType,
    isLive: live !== null,
    isNew: live?.base === null,
    canSave: live !== null && !isBlank(live),
    canWrite,
    onComment: () => {},
    onEdit: () => edit(toolElement, toolElement.content.length),
    onSave: () => focusOn(writing.save()),
    onCancel: () => {
      writing.close();
      focusOn(live?.base === null ? live.afterId : toolElement.id);
    },
    onDelete: () => deleting.ask(toolElement, toolIndex),
    onType: (type: Element['elementType']) => {
      writing.setType(type);
      field.current?.focus();
    },
    onInsert: (type: Element['elementType']) => edit(add.insertAfter(toolElement.id, type), 'all'),
  };
  const inView = elementInView(book, view.scrollPx);
  const hereIndex = isSeen(book, focus.currentIndex, view) || !inView ? focus.currentIndex : indexOf(inView.id);

  return (
    <div className={styles.view}>
      <ScriptBar
        scenes={scenes}
        sceneNumbers={sceneNumbers}
        current={sceneAt(rows, scenes, hereIndex)}
        onScene={(scene) => {
          const element = rows[indexOfScene(rows, scene.id)];
          if (element) focus.focus(element.id, 'top');
        }}
      />
      <Desk
        desk={desk}
        book={book}
        view={view}
        onScroll={onScroll}
        format={format}
        titlePage={titlePage}
        sceneNumbers={format.sceneNumbersShown ? sceneNumbers : null}
        canWrite={canWrite}
        currentIndex={focus.currentIndex}
        liveId={live?.id ?? null}
        overlay={
          <>
            {live && (
              <LineOnPage
                writing={writing}
                live={live}
                rows={rows}
                index={liveIndex}
                book={book}
                characters={characters}
                sheetLeftPx={sheetLeftPx}
                field={field}
                onKey={keys.onKey}
                onFinished={keys.goOn}
                onPaste={() => false}
              />
            )}
            {tools && toolLines.length > 0 && !measures.isPhone && (
              <MarginTools
                {...tools}
                topPx={toolLines[0]?.topPx ?? 0}
                endPx={(toolLines.at(-1)?.topPx ?? 0) + measures.linePx}
                linePx={measures.linePx}
                sheetLeftPx={sheetLeftPx}
                inchPx={measures.inchPx}
              />
            )}
          </>
        }
        ending={
          canWrite && (
            <AddArea
              lastType={elements.at(-1)?.elementType ?? null}
              characters={characters}
              elements={elements}
              speaker={speakerAt(elements, elements.length)}
              format={format}
              measures={measures}
              onAdd={add.addAtEnd}
              isSaving={state.is === 'saving'}
              elementKeys={preferences.elementKeys}
              afterDialogue={preferences.afterDialogue}
            />
          )
        }
      />
      <EditingProblems
        changes={changes}
        state={state}
        offered={offered}
        onTakeUp={(line) => writing.takeUp(line)}
      />
      {canComment && tools && measures.isPhone && <FootTools {...tools} />}
      <StatusLine
        type={live?.type ?? rows[focus.currentIndex]?.elementType ?? null}
        position={positionOf(book, live ? liveIndex : focus.currentIndex)}
      />
      {deleting.dialog(writing.close, (index) => {
        setHoveredId(null);
        // What stands there now, or the last (spec workspace §4).
        const rest = changes.elements();
        focusOn(rest[Math.min(index, rest.length - 1)]?.id ?? null);
      })}
    </div>
  );
}
