import { afterPaint, useStore } from '#web/lib/store.ts';
import { speakerAt } from '#web/scriptSync/speakers.ts';
import { withoutElement } from '../pages/pages.ts';
import { writingPreferences } from '../preferences.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import { makeSilentCueAction } from '../verbs/silentCue.ts';
import { AddArea } from './AddArea.tsx';

/** The bottom input on the last page. */
export function AddAreaOnPage() {
  const {
    nodes,
    adds,
    sync,
    editing,
    filtering,
    given,
    going,
    lineBelow,
    pages,
    pasting,
    selecting,
    writing,
  } = useScriptEditor();
  const { project, characters } = useStore(given);
  const below = useStore(writing.below);
  const belowId = below?.base ? below.id : null;
  const shown = withoutElement(useStore(filtering.elements), belowId);
  const elements = withoutElement(useStore(afterPaint(sync.script)), belowId);
  const measures = useStore(pages.measures);
  const { elementKeys, afterDialogue } = useStore(writingPreferences);
  return (
    <AddArea
      lastType={shown.at(-1)?.elementType ?? null}
      characters={characters}
      elements={elements}
      speaker={speakerAt(shown, shown.length)}
      format={project.format}
      measures={measures}
      onAdd={(type, content) => writing.finishBelow(type, content) || adds.addAtEnd(type, content)}
      onSpeechEnd={() => makeSilentCueAction(sync, adds.lastId())}
      onPaste={pasting.onPasteBelow}
      onLeave={() => going.focusOn(pages.rows.get().at(-1)?.id ?? null)}
      fieldRef={nodes.bottomInput}
      onMove={selecting.goUp}
      onUndo={(direction) => (direction === 'undo' ? editing.undo() : editing.redo())}
      onFocus={editing.enterBelow}
      onHere={lineBelow.set}
      storedLine={below}
      onLine={(type, text) => writing.writeBelow(type, text, adds.lastId())}
      isFirst={useStore(pages.rows, (rows) => rows.length === 0) && !measures.isPhone}
      isSaving={useStore(afterPaint(sync.state), ({ status }) => status === 'saving')}
      elementKeys={elementKeys}
      afterDialogue={afterDialogue}
    />
  );
}
