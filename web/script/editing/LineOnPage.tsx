import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { elementLabels } from '#screenplay/element.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { replaceRange, unstyled } from '#screenplay/styled.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { CompletionList } from '../completion/CompletionList.tsx';
import { completesLine, useCompletion } from '../completion/useCompletion.ts';
import { reveal } from '../desk/useElementFocus.ts';
import { atWritingHeight } from '../desk/useTypewriter.ts';
import { LiveField } from '../field/LiveField.tsx';
import type { Clipboard, LiveFieldHandle } from '../field/liveText.ts';
import { shapeOf } from '../field/shape.ts';
import { type Book, linesOnDesk, pagePlaceOf } from '../sheet/book.ts';
import { columnOf } from '../sheet/lines.ts';
import type { Live } from './live.ts';
import type { Writing } from './useLive.ts';
import { parentheticalKey, useTypedLine } from './useTypedLine.ts';

interface LineOnPageProps {
  writing: Writing;
  live: Live;
  /** With the line being written among them; the book is made of it. */
  rows: readonly Element[];
  index: number;
  book: Book;
  characters: readonly Character[];
  sheetLeftPx: number;
  desk: RefObject<HTMLElement | null>;
  isTypewriter: boolean;
  field: RefObject<LiveFieldHandle | null>;
  /** True: the key was one of writing's own. */
  onKey: (event: KeyboardEvent) => boolean;
  /** The line is whole; writing goes on with the next. */
  onFinished: () => void;
  /** The end of the selection that moves. */
  onCaret: (offset: number | null) => void;
  /** True: it became elements. */
  onPaste: (clipboard: Clipboard) => boolean;
}

/** The line being written, in its place on the page, with what completes it. */
export function LineOnPage(props: LineOnPageProps) {
  const { writing, live, rows, index, book, characters, sheetLeftPx, field } = props;
  const { onCaret } = props;
  const first = useRef(typeof live.selection === 'number' ? live.selection : live.text.text.length);
  useEffect(() => {
    onCaret(first.current);
    return () => onCaret(null);
  }, [onCaret]);
  const { measures, pagination } = book;
  const { format } = pagination;
  // A field tells of changes only: where it opens is known before.
  const [caret, setCaret] = useState(typeof live.selection === 'number' ? live.selection : null);
  const at = caret ?? live.text.text.length;
  const completion = useCompletion({
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
      if (completesLine(accepted)) props.onFinished();
    },
  });
  const typeAfterText = useTypedLine(live.type, field);
  const lines = linesOnDesk(book, index);
  const row = Math.max(
    0,
    lines.findLastIndex(({ from }) => from <= at),
  );
  const line = lines[row];
  useInView(props.desk, line?.topPx ?? null, measures.linePx, props.isTypewriter);
  const element = pagination.elements[pagePlaceOf(book, index)];
  if (!element) return null;
  const box = boxOf(element, format);
  const column = columnOf(box, measures);
  return (
    <>
      <LiveField
        key={live.key}
        ref={field}
        type={live.type}
        box={box}
        shape={shapeOf(live.text.text, lines, box.alignment, column, measures)}
        leftPx={sheetLeftPx}
        initial={live.text}
        selection={live.selection}
        list={completion.fieldProps}
        placeholder={live.base === null ? elementLabels[live.type] : ''}
        onText={(text) => writing.setText(text, typeAfterText(writing.present() ?? live, text))}
        onSelection={({ start, end, isBackward }) => {
          setCaret(start === end ? start : null);
          onCaret(isBackward ? start : end);
        }}
        onKeyDown={(event) => {
          if (completion.onKey(event) !== null) return;
          if (parentheticalKey(event, live, field.current, writing.setType) || props.onKey(event)) {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
        onPaste={props.onPaste}
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

/** The line with the caret stays in the window while one writes, and a new one comes into it. */
function useInView(
  desk: RefObject<HTMLElement | null>,
  topPx: number | null,
  linePx: number,
  isTypewriter: boolean,
): void {
  useLayoutEffect(() => {
    if (!desk.current || topPx === null) return;
    if (isTypewriter) {
      atWritingHeight(desk.current, topPx, topPx + linePx);
      return;
    }
    const { scrollTop, clientHeight } = desk.current;
    // What is seen stays where it is: an element that is opened moves nothing.
    const isSeen = topPx >= scrollTop && topPx + linePx <= scrollTop + clientHeight;
    if (!isSeen) reveal(desk.current, topPx, topPx + linePx);
  }, [desk, topPx, linePx, isTypewriter]);
}
