import { useMemo, useState } from 'react';
import type { Match } from '#screenplay/find.ts';
import { useStore } from '#web/lib/store.ts';
import { toQueuedEdits } from '#web/scriptSync/toQueuedEdits.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import type { FindRequest } from '../verbs/finding.ts';
import { createRangeFilter } from '../verbs/within.ts';
import { FindBar } from './FindBar.tsx';

/** The find bar while it is open. */
export function EditorFind() {
  const { finding } = useScriptEditor();
  const request = useStore(finding.asked);
  return request && <OpenBar {...request} />;
}

function OpenBar({ query, isTyped = false, withReplace, within }: FindRequest) {
  const { sync, current, finding, focus, given, going, pages, selecting, writing } = useScriptEditor();
  const [isFromElement] = useState(focus.isOnElement.get);
  const rows = useStore(pages.rows);
  const { canWrite } = useStore(given);
  const inside = useMemo(
    () => within && createRangeFilter(rows, within, sync.outbox.idOf),
    [within, rows, sync],
  );
  const showMatches = (matches: readonly Match[], activeIndex: number) =>
    finding.found.set(
      matches.map(({ elementId, start, end }, index) => ({
        type: index === activeIndex ? 'found-here' : 'found',
        elementId,
        start,
        end,
      })),
    );
  return (
    <FindBar
      ref={finding.controls}
      elements={rows}
      canWrite={canWrite}
      inside={inside}
      initialQuery={query}
      isTyped={isTyped}
      withReplace={withReplace}
      startId={current.element.get()?.id ?? null}
      onMatches={showMatches}
      onGo={({ elementId }) => focus.show(elementId)}
      onReplace={(edits, label) => {
        writing.save();
        sync.run(toQueuedEdits(edits, sync), label);
      }}
      onClose={(at) => {
        finding.asked.set(null);
        if (!at) return;
        if (canWrite && !isFromElement) selecting.caretAt({ id: at.elementId, offset: at.end });
        else going.focusOn(at.elementId);
      }}
    />
  );
}
