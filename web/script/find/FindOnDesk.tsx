import { useMemo } from 'react';
import type { Match } from '#screenplay/find.ts';
import { useStore } from '#web/lib/store.ts';
import { fromCall } from '../changes/fromCall.ts';
import { useDesk } from '../desk/scriptDesk.ts';
import { FindBar } from './FindBar.tsx';
import type { AskedToFind } from './finding.ts';
import { insideOf } from './within.ts';

/** The bar, while something is looked for. */
export function FindOnDesk() {
  const { finding } = useDesk();
  const asked = useStore(finding.asked);
  return asked && <OpenBar {...asked} />;
}

function OpenBar({ query, withReplace, within }: AskedToFind) {
  const { changes, current, finding, focus, given, going, pages, writing } = useDesk();
  const rows = useStore(pages.rows);
  const { canWrite } = useStore(given);
  const inside = useMemo(
    () => within && insideOf(rows, within, changes.outbox.idOf),
    [within, rows, changes],
  );
  const showMatches = (matches: readonly Match[], activeIndex: number) =>
    finding.found.set(
      matches.map(({ elementId, start, end }, index) => ({
        kind: index === activeIndex ? 'found-here' : 'found',
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
      withReplace={withReplace}
      startId={current.element.get()?.id ?? null}
      onMatches={showMatches}
      onGo={({ elementId }) => focus.show(elementId)}
      onReplace={(edits, label) => {
        writing.save();
        changes.run(fromCall(edits, changes), label);
      }}
      onClose={(at) => {
        finding.asked.set(null);
        if (at) going.focusOn(at.elementId);
      }}
    />
  );
}
