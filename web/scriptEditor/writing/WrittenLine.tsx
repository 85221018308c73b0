import { useLayoutEffect, useState } from 'react';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { replaceRange, unstyled } from '#screenplay/styled.ts';
import { useStore } from '#web/lib/store.ts';
import { CompletionList } from '../completion/CompletionList.tsx';
import { completesLine, useCompletion } from '../completion/useCompletion.ts';
import { LiveField } from '../field/LiveField.tsx';
import { shapeOf } from '../field/shape.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import { reveal } from '../pages/scrolling.ts';
import { viewPreferences } from '../pages/viewPreferences.ts';
import { scrollToTypewriterHeight } from '../pages/writingHeight.ts';
import { type ScriptEditor, useScriptEditor } from '../scriptEditor.ts';
import { columnOf } from '../sheet/lines.ts';
import { linePositions, pagePlaceOf } from '../sheet/sheetLayout.ts';
import { copyActiveLine } from '../verbs/copyActiveLine.ts';
import { parentheticalKey, useTypedLine } from './useTypedLine.ts';

/**
 * The active line. One field moves from line to line, because focusing a new one forces a layout of
 * the page.
 */
export function WrittenLine() {
  const live = useStore(useScriptEditor().writing.line);
  return live && <LineOnPage live={live} />;
}

/** The field in its place on the page, with completion. */
function LineOnPage({ live }: { live: ActiveLine }) {
  const desk = useScriptEditor();
  const { caretOffset, editing, given, keys, nodes, pages, pasting, writing } = desk;
  const { field } = nodes;
  const book = useStore(pages.book);
  const rows = useStore(pages.rows);
  const index = useStore(pages.liveIndex);
  const characters = useStore(given, (now) => now.characters);
  const isTypewriter = useStore(viewPreferences, (now) => now.isTypewriter);
  const { sheetLeftPx } = book.measures;
  const { measures, pagination } = book;
  const { format } = pagination;
  const [reported, setReported] = useState<{ line: number; caret: number | null } | null>(null);
  // The field reports only changes, so the initial caret is taken from the line.
  const opened = typeof live.selection === 'number' ? live.selection : null;
  const caret = reported?.line === live.key ? reported.caret : opened;
  const at = caret ?? live.text.text.length;
  const completion = useCompletion({
    line: live.key,
    type: live.type,
    text: live.text.text,
    caret: at,
    elements: rows,
    index,
    characters,
    isEnabled: caret !== null,
    continuesAutomatically: format.continuesAutomatically,
    onAccept: (accepted) => {
      const { text, caret: end, option } = accepted;
      const start = end - option.text.length;
      const replacedTo = live.text.text.length - (text.length - end);
      field.current?.replace(replaceRange(live.text, start, replacedTo, unstyled(option.text)), end);
      if (completesLine(accepted)) keys.goOn();
    },
  });
  const typeAfterText = useTypedLine(live.key, live.type, field);
  const lines = linePositions(book, index);
  const row = Math.max(
    0,
    lines.findLastIndex(({ from }) => from <= at),
  );
  const line = lines[row];
  useInView(desk, live.key, line?.topPx ?? null, measures.linePx, isTypewriter);
  const element = pagination.elements[pagePlaceOf(book, index)];
  if (!element) return null;
  const box = boxOf(element, format);
  const column = columnOf(box, measures);
  return (
    <>
      <LiveField
        ref={field}
        line={live.key}
        type={live.type}
        box={box}
        shape={shapeOf(live.text.text, lines, box.alignment, column, {
          ...measures,
          charPx: lines[0]?.charPx ?? measures.charPx,
        })}
        leftPx={sheetLeftPx}
        initial={live.text}
        selection={live.selection}
        list={completion.fieldProps}
        placeholder={live.base === null ? elementLabels[live.type] : ''}
        onText={(text, isCut) =>
          writing.setText(text, typeAfterText(writing.line.get() ?? live, text), isCut)
        }
        onSelection={({ start, end, isBackward }) => {
          setReported({ line: live.key, caret: start === end ? start : null });
          caretOffset.set({ line: live.key, offset: isBackward ? start : end });
        }}
        onKeyDown={(event) => {
          if (completion.onKey(event) !== null) return;
          const isDone = parentheticalKey(event, live, field.current, writing.setType, lines[0]?.to);
          if (isDone || keys.onKey(event)) {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
        onPaste={pasting.onPaste}
        onCopy={(data, range) => copyActiveLine(data, range, writing, format)}
        onHistory={(direction) => (direction === 'undo' ? editing.undo() : editing.redo())}
      />
      {(completion.isOpen || completion.newName !== null) && line && (
        <CompletionList
          completion={completion}
          characters={characters}
          leftPx={sheetLeftPx + line.leftPx}
          topPx={line.topPx + measures.linePx + 4}
        />
      )}
    </>
  );
}

/** Keep the active line in the viewport while the user writes, and scroll to a new one. */
function useInView(
  { nodes: { desk }, scrollPx, view }: ScriptEditor,
  opened: number,
  topPx: number | null,
  linePx: number,
  isTypewriter: boolean,
): void {
  // Another line at the same height is revealed, too, after the user has scrolled away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `opened` counts the opened lines
  useLayoutEffect(() => {
    if (!desk.current || topPx === null) return;
    if (isTypewriter) {
      scrollToTypewriterHeight(desk.current, topPx, topPx + linePx);
      return;
    }
    // A visible line stays where it is, so opening an element moves nothing.
    const fromPx = scrollPx.get();
    const isSeen = topPx >= fromPx && topPx + linePx <= fromPx + view.get().heightPx;
    if (!isSeen) reveal(desk.current, topPx, topPx + linePx);
  }, [desk, scrollPx, view, opened, topPx, linePx, isTypewriter]);
}
