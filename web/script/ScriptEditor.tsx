import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { cycleType } from '#screenplay/flow.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';
import { AddArea } from './adding/AddArea.tsx';
import { useAdding } from './adding/useAdding.ts';
import { ScriptBar } from './bars/ScriptBar.tsx';
import { StatusLine } from './bars/StatusLine.tsx';
import styles from './desk/Desk.module.css';
import { Desk } from './desk/Desk.tsx';
import { elementInView, indexOfScene, isSeen, positionOf, sceneAt } from './desk/position.ts';
import { useDeskEvents } from './desk/useDeskEvents.ts';
import { useElementFocus } from './desk/useElementFocus.ts';
import { useView } from './desk/useView.ts';
import { EditingProblems } from './editing/EditingProblems.tsx';
import { useDeleting } from './editing/useDeleting.tsx';
import { useLiveElement } from './editing/useLiveElement.ts';
import { LiveField } from './field/LiveField.tsx';
import { shapeOf } from './field/shape.ts';
import { FootTools, MarginTools } from './margin/MarginTools.tsx';
import { sceneNumbersOf } from './sceneNumber.ts';
import { linesOnDesk } from './sheet/book.ts';
import { columnOf } from './sheet/lines.ts';
import { measuresFor } from './sheet/measures.ts';
import { useBook } from './sheet/useBook.ts';
import { speakerAt } from './speaker.ts';

interface ScriptEditorProps {
  project: Project;
  elements: Element[];
  scenes: Scene[];
  characters: Character[];
}

const failureId = 'script-failure';

/** The script as pages; one element at a time is edited in its place. */
export function ScriptEditor({ project, elements, scenes, characters }: ScriptEditorProps) {
  const { format, titlePage } = project;
  const canWrite = may(project.role, 'write');
  const desk = useRef<HTMLDivElement>(null);
  const { view, onScroll } = useView(desk);
  const measures = useMemo(
    () => measuresFor(view.widthPx, view.isPhone, format),
    [view.widthPx, view.isPhone, format],
  );
  const editing = useLiveElement(project.id, elements, characters);
  const { live } = editing;
  const book = useBook({ elements, format, titlePage }, live, measures);
  const focus = useElementFocus(desk, book, elements);
  const adding = useAdding(project.id, { elements, scenes, characters });
  const deleting = useDeleting(project.id);
  const [hoveredId, setHoveredId] = useState<number | null>(null);

  const sceneNumbers = useMemo(() => sceneNumbersOf(scenes), [scenes]);
  const indexes = useMemo(() => new Map(elements.map(({ id }, index) => [id, index])), [elements]);
  const indexOf = (element: Element) => indexes.get(element.id) ?? -1;
  const liveIndex = live ? indexOf(live.base) : -1;
  const toolIndex = live
    ? liveIndex
    : ((hoveredId !== null ? indexes.get(hoveredId) : undefined) ?? focus.currentIndex);
  const toolElement = elements[toolIndex];

  const edit = (element: Element, selection: number | 'all') => {
    focus.setCurrentId(element.id);
    setHoveredId(null);
    void editing.open(element, selection);
  };
  const closeTo = (close: () => unknown) => {
    const index = liveIndex;
    close();
    focus.focus(index);
  };
  const save = async () => {
    const index = liveIndex;
    if (await editing.save()) focus.focus(index);
  };
  const onFieldKey = (event: KeyboardEvent) => {
    if (!live || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) void save();
    else if (event.key === 'Escape') closeTo(editing.close);
    else if (event.key === 'Tab') editing.setType(cycleType(live.type, event.shiftKey ? -1 : 1));
    else return;
    event.preventDefault();
  };
  const move = (index: number) => {
    setHoveredId(null);
    focus.focus(index);
    return true;
  };
  useDeskEvents(desk, {
    charPx: measures.charPx,
    elementOf: (id) => elements[indexes.get(id) ?? -1],
    onHover: ({ id }) => setHoveredId(id),
    onFocus: ({ id }) => focus.setCurrentId(id),
    onClick: (element, offset) => {
      if (canWrite && element.id !== live?.base.id) edit(element, offset);
    },
    onKey: (key, element) => {
      if (key === 'ArrowDown') return move(Math.min(indexOf(element) + 1, elements.length - 1));
      if (key === 'ArrowUp') return move(Math.max(indexOf(element) - 1, 0));
      if (key === 'Enter' && canWrite) edit(element, element.content.length);
      return key === 'Enter';
    },
  });

  const liveLines = live && liveIndex >= 0 ? linesOnDesk(book, liveIndex) : [];
  const toolLines = live ? liveLines : canWrite && toolElement ? linesOnDesk(book, toolIndex) : [];
  const sheetLeftPx = (view.widthPx - measures.sheetPx) / 2;
  const tools = toolElement && {
    type: live?.type ?? toolElement.elementType,
    isLive: live !== null,
    isSaving: editing.isSaving,
    canSave: live !== null && live.text.trim() !== '',
    onEdit: () => edit(toolElement, toolElement.content.length),
    onSave: () => void save(),
    onCancel: () => closeTo(editing.close),
    onDelete: () => deleting.ask(toolElement, toolIndex),
    onType: editing.setType,
    onInsert: async (type: Element['elementType']) => {
      const created = await adding.insertAfter(toolIndex, type);
      if (created) edit(created, 'all');
    },
  };
  const liveElement = book.pagination.elements[liveIndex];
  const liveBox = live && liveElement ? boxOf(liveElement, format) : null;
  const inView = elementInView(book, view.scrollPx);
  const hereIndex = isSeen(book, focus.currentIndex, view) || !inView ? focus.currentIndex : indexOf(inView);

  return (
    <div className={styles.view}>
      <ScriptBar
        scenes={scenes}
        sceneNumbers={sceneNumbers}
        current={sceneAt(elements, scenes, hereIndex)}
        onScene={(scene) => focus.focus(indexOfScene(elements, scene.id), 'top')}
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
        liveId={live?.base.id ?? null}
        overlay={
          <>
            {live && liveBox && (
              <LiveField
                key={live.base.id}
                type={live.type}
                box={liveBox}
                shape={shapeOf(
                  live.text,
                  liveLines,
                  liveBox.alignment,
                  columnOf(liveBox, measures),
                  measures,
                )}
                leftPx={sheetLeftPx}
                initialText={live.text}
                selection={live.selection}
                isSaving={editing.isSaving}
                describedBy={editing.failure?.kind === 'failed' ? failureId : undefined}
                onText={editing.setText}
                onKeyDown={onFieldKey}
              />
            )}
            {canWrite && tools && toolLines.length > 0 && !measures.isPhone && (
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
              speaker={speakerAt(elements, elements.length)}
              format={format}
              measures={measures}
              onAdd={adding.addAtEnd}
              failure={adding.addFailure}
            />
          )
        }
      />
      <EditingProblems
        editing={editing}
        failureId={failureId}
        onRetry={save}
        otherFailure={adding.insertFailure ?? deleting.failure}
        onDismissOther={() => {
          adding.dismiss();
          deleting.dismiss();
        }}
      />
      {canWrite && tools && measures.isPhone && <FootTools {...tools} />}
      <StatusLine
        type={live?.type ?? elements[focus.currentIndex]?.elementType ?? null}
        position={positionOf(book, live ? liveIndex : focus.currentIndex)}
      />
      {deleting.dialog(editing.close, (index, deletedId) => {
        setHoveredId(null);
        focus.focusPlace(index, deletedId);
      })}
    </div>
  );
}
