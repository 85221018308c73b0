import { Button } from '#web/ui/Button.tsx';
import { newRow } from '../changes/edit.ts';
import type { KeptLine } from '../changes/kept.ts';
import type { SendState } from '../changes/outbox.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import { ConflictDialog, GoneDialog } from './FailureDialogs.tsx';
import { Notice } from './Notice.tsx';

interface EditingProblemsProps {
  changes: ScriptChanges;
  state: SendState;
  /** Lines that a page which went away left unsaved. */
  offered: readonly KeptLine[];
  onTakeUp: (line: KeptLine) => void;
}

/** What stands between the writer and a stored text. */
export function EditingProblems({ changes, state, offered, onTakeUp }: EditingProblemsProps) {
  return (
    <>
      {state.is === 'refused' && <Refused changes={changes} {...state} />}
      {offered.slice(0, 1).map((line) => (
        <Notice
          key={line.text.text}
          text={`You were writing this when the page closed: “${shortened(line.text.text)}”`}
        >
          <Button
            size="small"
            onClick={() => {
              changes.offer(offered.slice(1));
              onTakeUp(line);
            }}
          >
            Put it back
          </Button>
          <Button size="small" kind="ghost" onClick={() => changes.offer(offered.slice(1))}>
            Discard
          </Button>
        </Notice>
      ))}
    </>
  );
}

type RefusedState = SendState & { is: 'refused' };

/** The first change that is not taken: what comes after it waits. */
function Refused({ changes, change, failure }: { changes: ScriptChanges } & RefusedState) {
  const { outbox } = changes;
  const currentId = failure.kind === 'conflict' ? failure.current.id : null;
  const edit = change.edits.find(
    (each) => each.does === 'update' && (currentId === null || outbox.idOf(each.id) === currentId),
  );
  const yours = edit?.does === 'update' ? (edit.fields.content ?? '') : textOf(change.edits);
  if (failure.kind === 'conflict' && edit?.does === 'update')
    return (
      <ConflictDialog
        current={failure.current}
        yours={yours}
        onKeepMine={() =>
          outbox.decide({
            ...change,
            edits: change.edits.map((each) =>
              each.does === 'update' && outbox.idOf(each.id) === failure.current.id
                ? { ...each, base: failure.current.version }
                : each,
            ),
          })
        }
        onTakeTheirs={() => {
          changes.putStored(failure.current);
          outbox.decide(null);
        }}
      />
    );
  if (failure.kind === 'gone' && edit?.does === 'update')
    return (
      <GoneDialog
        yours={yours}
        onRestore={() => {
          const list = changes.elements();
          const index = list.findIndex(({ id }) => id === outbox.idOf(edit.id));
          const lost = list[index];
          const before = list[index - 1] ?? null;
          if (!lost) return outbox.decide(null);
          changes.removeStored(lost.id);
          const row = newRow({ ...lost, content: yours }, before);
          outbox.decide({
            ...change,
            edits: [{ does: 'insert', afterId: before?.id ?? null, elements: [row] }],
          });
        }}
        onDiscard={() => {
          changes.removeStored(outbox.idOf(edit.id));
          outbox.decide(null);
        }}
      />
    );
  return (
    <Notice text={failure.kind === 'failed' ? failure.message : 'This change could not be saved.'}>
      <Button size="small" onClick={outbox.retry}>
        Try again
      </Button>
      {yours !== '' && (
        <Button size="small" kind="ghost" onClick={() => void navigator.clipboard.writeText(yours)}>
          Copy my text
        </Button>
      )}
      <Button size="small" kind="ghost" onClick={() => outbox.decide(null)}>
        Discard
      </Button>
    </Notice>
  );
}

function textOf(edits: RefusedState['change']['edits']): string {
  return edits
    .flatMap((edit) => (edit.does === 'insert' ? edit.elements.map(({ content }) => content) : []))
    .join('\n\n');
}

function shortened(text: string): string {
  const letters = Array.from(text.trim());
  return letters.length > 80 ? `${letters.slice(0, 80).join('')}…` : letters.join('');
}
