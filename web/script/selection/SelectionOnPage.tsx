import type { ClipboardEvent } from 'react';
import { unstyled } from '#screenplay/styled.ts';
import type { ScriptDesk } from '../desk/useScriptDesk.ts';
import { clipboardOf } from '../field/clipboardOf.ts';
import type { Clipboard } from '../field/liveText.ts';
import { fountainOf, htmlOf } from './copied.ts';
import { lineOnPage, xOf } from './places.ts';
import { SelectionSink } from './SelectionSink.tsx';
import { selectionKey } from './selectionKeys.ts';

interface SelectionOnPageProps {
  script: ScriptDesk;
  sheetLeftPx: number;
  onPaste: (clipboard: Clipboard) => void;
}

/** The keyboard of a selection over several elements, at the end of it that moves. */
export function SelectionOnPage({ script, sheetLeftPx, onPaste }: SelectionOnPageProps) {
  const { selecting, selection, book, rows, canWrite, project } = script;
  if (!selection) return null;
  const line = lineOnPage(book, rows, selection.head);

  const onClipboard = (event: ClipboardEvent) => {
    event.preventDefault();
    const { clipboardData: data } = event;
    if (event.type === 'paste') {
      if (canWrite) onPaste(clipboardOf(data));
      return;
    }
    const fragment = selecting.fragment(selection);
    data.setData('text/plain', fountainOf(fragment, project.format));
    data.setData('text/html', htmlOf(fragment, project.format));
    if (event.type === 'cut' && canWrite) selecting.typeOver(unstyled(''), 'Cut');
  };

  return (
    <SelectionSink
      selection={selection}
      text={selecting.beginning}
      label={selecting.count === 1 ? 'Selected text' : `${selecting.count} elements selected`}
      canWrite={canWrite}
      topPx={line?.topPx ?? 0}
      leftPx={sheetLeftPx + (line ? xOf(book, line, selection.head.offset) : 0)}
      onKey={(event) => selectionKey(event, { selecting, canWrite, undo: script.undo, redo: script.redo })}
      onText={(text) => selecting.typeOver(unstyled(text), text === '' ? 'Delete' : 'Typing')}
      onClipboard={onClipboard}
    />
  );
}
