import { givenFields } from '#screenplay/edits/elementFields.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { Button } from '#web/ui/Button.tsx';
import type { BasedEdit, Change } from '../changes/change.ts';
import type { KeptLine } from '../changes/kept.ts';
import { withLocalId } from '../changes/localIds.ts';
import type { SendState } from '../changes/outbox.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import { unsentElements } from '../changes/unsent.ts';
import { ConflictDialog, GoneDialog } from './FailureDialogs.tsx';
import { Notice } from './Notice.tsx';
import type { SaveFailure } from './saveFailure.ts';
import { UnsentWords } from './UnsentWords.tsx';
import { WhatMet } from './WhatMet.tsx';

interface EditingProblemsProps {
  changes: ScriptChanges;
  state: SendState;
  /** Lines that a page which went away left unsaved. */
  offered: readonly KeptLine[];
  onTakeUp: (line: KeptLine) => void;
  /** Shows an element on its page. */
  onGo: (elementId: number) => void;
}

/** What stands between the writer and a stored text. */
export function EditingProblems({ changes, state, offered, onTakeUp, onGo }: EditingProblemsProps) {
  return (
    <>
      {state.is === 'refused' && <Refused changes={changes} {...state} />}
      <WhatMet changes={changes} onGo={onGo} />
      {offered.slice(0, 1).map((line) => (
        <Notice
          key={line.text.text}
          isGood
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

/** The first change that is not taken: later changes of the same elements wait for it, all others go on. */
function Refused({ changes, change, failure }: { changes: ScriptChanges } & RefusedState) {
  const { outbox } = changes;
  const edit = refusedEdit(changes, change, failure);
  const rows = new Map(changes.elements().map(({ id, elementType }) => [id, elementType]));
  const isAsked = failure.kind === 'conflict' || failure.kind === 'gone';
  const words = isAsked ? [] : unsentElements([change], (id) => rows.get(outbox.idOf(id)));
  const yours = isAsked && edit?.does === 'update' ? (edit.fields.content ?? '') : textOf(change.edits);
  // Texts that have nothing to do with each other; of others, all or none.
  const others = change.edits.every(({ does }) => does === 'update')
    ? change.edits.filter((each) => each !== edit)
    : [];
  const decide = (edits: BasedEdit[]) => outbox.decide(edits.length > 0 ? { ...change, edits } : null);
  if (failure.kind === 'conflict' && edit?.does === 'update')
    return (
      <ConflictDialog
        current={failure.current}
        yours={yours}
        onKeepMine={() => {
          changes.putStored(failure.current);
          const base = failure.current.version;
          decide(change.edits.map((each) => (each === edit ? { ...edit, base } : each)));
        }}
        onTakeTheirs={() => {
          changes.putStored(failure.current);
          decide(others);
        }}
        onKeepBoth={() => {
          changes.putStored(failure.current);
          const { elementType, characterName, dual } = failure.current;
          const type = edit.fields.elementType ?? elementType;
          const both = withLocalId({ elementType: type, characterName, dual, content: yours });
          decide([...others, { does: 'insert', afterId: edit.id, elements: [both] }]);
        }}
      />
    );
  if (failure.kind === 'conflict' && edit?.does === 'delete') {
    const { content, version } = failure.current;
    return (
      <Notice
        text={`Someone else changed this element before it was deleted: “${shortened(plainText(content))}”`}
      >
        <Button
          size="small"
          onClick={() => {
            changes.putStored(failure.current);
            decide([]);
          }}
        >
          Keep it
        </Button>
        <Button
          size="small"
          kind="ghost"
          onClick={() => {
            changes.putStored(failure.current);
            decide(change.edits.map((each) => (each === edit ? { ...edit, base: version } : each)));
          }}
        >
          Delete it
        </Button>
      </Notice>
    );
  }
  if (failure.kind === 'gone' && edit?.does === 'update')
    return (
      <GoneDialog
        yours={yours}
        onRestore={() => {
          const list = changes.elements();
          const index = list.findIndex(({ id }) => id === outbox.idOf(edit.id));
          const lost = list[index];
          // Where nothing tells any more where it stood, it comes back at the end.
          const before = (lost ? list[index - 1] : list.at(-1)) ?? null;
          if (lost) changes.removeStored(lost.id);
          const fields = lost ? givenFields(lost) : { elementType: edit.fields.elementType ?? 'action' };
          const again = withLocalId({ ...fields, content: yours });
          decide([...others, { does: 'insert', afterId: before?.id ?? null, elements: [again] }]);
        }}
        onDiscard={() => {
          changes.removeStored(outbox.idOf(edit.id));
          decide(others);
        }}
      />
    );
  if (failure.kind === 'denied') return <Denied changes={changes} message={failure.message} />;
  return (
    <Notice text={failure.kind === 'failed' ? failure.message : 'This change could not be saved.'}>
      <Button size="small" onClick={outbox.retry}>
        Try again
      </Button>
      <UnsentWords elements={words} onDiscard={() => outbox.decide(null)} />
    </Notice>
  );
}

/** Nothing that waits will be taken: all of it is offered at once. */
function Denied({ changes, message }: { changes: ScriptChanges; message: string }) {
  const { outbox } = changes;
  const { pending } = outbox;
  const known = new Map(changes.elements().map(({ id, elementType }) => [id, elementType]));
  const count = pending.length === 1 ? '1 change is kept here.' : `${pending.length} changes are kept here.`;
  return (
    <Notice text={`${message} ${count}`}>
      <Button size="small" onClick={outbox.retry}>
        Try again
      </Button>
      <UnsentWords
        elements={unsentElements(pending, (id) => known.get(id))}
        onDiscard={() => outbox.discardAll()}
      />
    </Notice>
  );
}

function refusedEdit(
  { outbox }: ScriptChanges,
  { edits }: Change,
  failure: SaveFailure,
): BasedEdit | undefined {
  if (failure.kind === 'gone') return edits[failure.editIndex];
  if (failure.kind !== 'conflict') return edits.find(({ does }) => does === 'update');
  const isAbout = (edit: BasedEdit) =>
    (edit.does === 'update' || edit.does === 'delete') && outbox.idOf(edit.id) === failure.current.id;
  return edits.find(isAbout);
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
