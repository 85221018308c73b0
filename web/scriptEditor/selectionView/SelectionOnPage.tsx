import type { ClipboardEvent } from 'react';
import { copiedTextOf } from '#screenplay/fountain/fragment.ts';
import type { ScriptSelection } from '#screenplay/selection.ts';
import { unstyled } from '#screenplay/styled.ts';
import { useStore } from '#web/lib/store.ts';
import { clipboardOf } from '../clipboard/clipboardOf.ts';
import { htmlOf } from '../clipboard/copied.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import { lineOnPage, xOf } from '../selection/places.ts';
import { selectionKey } from '../selection/selectionKeys.ts';
import { SelectionSink } from './SelectionSink.tsx';

/** Handles keys and clipboard of a selection over several elements, at its moving end. */
export function SelectionOnPage() {
  const { selecting } = useScriptEditor();
  const selection = useStore(selecting.selection);
  const isByTouch = useStore(selecting.isByTouch);
  return selection && !isByTouch && <SelectionKeyboard selection={selection} />;
}

function SelectionKeyboard({ selection }: { selection: ScriptSelection }) {
  const { editing, given, pages, pasting, selecting } = useScriptEditor();
  const { project, canWrite } = useStore(given);
  const book = useStore(pages.book);
  const count = useStore(selecting.count);
  const line = lineOnPage(book, useStore(pages.rows), selection.head);

  const onClipboard = (event: ClipboardEvent) => {
    event.preventDefault();
    const { clipboardData: data } = event;
    if (event.type === 'paste') {
      if (canWrite) pasting.onPasteOver(clipboardOf(data));
      return;
    }
    const fragment = selecting.fragment(selection);
    // A selection without text, such as from the end of one element to the start of the next,
    // leaves the clipboard unchanged.
    if (fragment.elements.every(({ content }) => content.trim() === '')) return;
    data.setData('text/plain', copiedTextOf(fragment, project.format));
    data.setData('text/html', htmlOf(fragment, project.format));
    if (event.type === 'cut' && canWrite) selecting.typeOver(unstyled(''), 'Cut');
  };

  return (
    <SelectionSink
      selection={selection}
      text={useStore(selecting.beginning)}
      label={count === 1 ? 'Selected text' : `${count} elements selected`}
      canWrite={canWrite}
      topPx={line?.topPx ?? 0}
      leftPx={book.measures.sheetLeftPx + (line ? xOf(book, line, selection.head.offset) : 0)}
      onKey={(event) => selectionKey(event, { selecting, canWrite, undo: editing.undo, redo: editing.redo })}
      onText={(text) => selecting.typeOver(unstyled(text), text === '' ? 'Delete' : 'Typing')}
      onClipboard={onClipboard}
    />
  );
}
