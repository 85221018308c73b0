import { editableFieldsOf } from '#screenplay/edits/elementFields.ts';
import { plainTextType } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import type { Change, QueuedEdit } from '#web/scriptSync/change.ts';
import { withLocalId } from '#web/scriptSync/localIds.ts';
import type { SendState } from '#web/scriptSync/outbox.ts';
import type { SaveFailure } from '#web/scriptSync/saveFailure.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { unsentElements } from '#web/scriptSync/unsentText.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConflictDialog, ElementDeletedDialog } from './FailureDialogs.tsx';
import { Notice } from './Notice.tsx';
import { ReconnectSummary } from './ReconnectSummary.tsx';
import { UnsentTextActions } from './UnsentTextActions.tsx';

interface EditingProblemsProps {
  changes: ScriptSync;
  state: SendState;
  /** Shows an element on its page. */
  onGo: (elementId: number) => void;
}

/** Dialogs and notices about text that is not stored. */
export function EditingProblems({ changes, state, onGo }: EditingProblemsProps) {
  return (
    <>
      {state.status === 'refused' && <Refused changes={changes} {...state} />}
      <ReconnectSummary changes={changes} onGo={onGo} />
    </>
  );
}

type RefusedState = SendState & { status: 'refused' };

/**
 * The first rejected change. Later changes of the same elements wait for it, all others are sent.
 */
function Refused({ changes, change, failure }: { changes: ScriptSync } & RefusedState) {
  const { outbox } = changes;
  const edit = refusedEdit(changes, change, failure);
  const rows = new Map(changes.elements().map(({ id, elementType }) => [id, elementType]));
  const isAsked = failure.type === 'conflict' || failure.type === 'gone';
  const words = isAsked ? [] : unsentElements([change], (id) => rows.get(outbox.idOf(id)));
  const yours = isAsked && edit?.type === 'update' ? (edit.fields.content ?? '') : textOf(change.edits);
  // Independent texts are decided one by one, others all or none.
  const others = change.edits.every(({ type }) => type === 'update')
    ? change.edits.filter((each) => each !== edit)
    : [];
  const decide = (edits: QueuedEdit[]) =>
    outbox.resolveRejected(edits.length > 0 ? { ...change, edits } : null);
  if (failure.type === 'conflict' && edit?.type === 'update')
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
          decide([...others, { type: 'insert', afterId: edit.id, elements: [both] }]);
        }}
      />
    );
  if (failure.type === 'conflict' && edit?.type === 'delete') {
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
  if (failure.type === 'gone' && edit?.type === 'update')
    return (
      <ElementDeletedDialog
        yours={yours}
        onRestore={() => {
          const list = changes.elements();
          const index = list.findIndex(({ id }) => id === outbox.idOf(edit.id));
          const lost = list[index];
          // An element whose former position is unknown is restored at the end.
          const before = (lost ? list[index - 1] : list.at(-1)) ?? null;
          if (lost) changes.removeStored(lost.id);
          const fields = lost
            ? editableFieldsOf(lost)
            : { elementType: edit.fields.elementType ?? plainTextType };
          const again = withLocalId({ ...fields, content: yours });
          decide([...others, { type: 'insert', afterId: before?.id ?? null, elements: [again] }]);
        }}
        onDiscard={() => {
          changes.removeStored(outbox.idOf(edit.id));
          decide(others);
        }}
      />
    );
  if (failure.type === 'denied') return <Denied changes={changes} message={failure.message} />;
  return (
    <Notice text={failure.type === 'failed' ? failure.message : 'This change could not be saved.'}>
      <Button size="small" onClick={outbox.retry}>
        Try again
      </Button>
      <UnsentTextActions elements={words} onDiscard={() => outbox.resolveRejected(null)} />
    </Notice>
  );
}

/** All pending changes are rejected, so all text is offered at once. */
function Denied({ changes, message }: { changes: ScriptSync; message: string }) {
  const { outbox } = changes;
  const { pending } = outbox;
  const known = new Map(changes.elements().map(({ id, elementType }) => [id, elementType]));
  const count = pending.length === 1 ? '1 change is kept here.' : `${pending.length} changes are kept here.`;
  return (
    <Notice text={`${message} ${count}`}>
      <Button size="small" onClick={outbox.retry}>
        Try again
      </Button>
      <UnsentTextActions
        elements={unsentElements(pending, (id) => known.get(id))}
        onDiscard={() => outbox.discardAll()}
      />
    </Notice>
  );
}

function refusedEdit(
  { outbox }: ScriptSync,
  { edits }: Change,
  failure: SaveFailure,
): QueuedEdit | undefined {
  if (failure.type === 'gone') return edits[failure.editIndex];
  if (failure.type !== 'conflict') return edits.find(({ type }) => type === 'update');
  const isAbout = (edit: QueuedEdit) =>
    (edit.type === 'update' || edit.type === 'delete') && outbox.idOf(edit.id) === failure.current.id;
  return edits.find(isAbout);
}

function textOf(edits: RefusedState['change']['edits']): string {
  return edits
    .flatMap((edit) => (edit.type === 'insert' ? edit.elements.map(({ content }) => content) : []))
    .join('\n\n');
}

function shortened(text: string): string {
  const letters = Array.from(text.trim());
  return letters.length > 80 ? `${letters.slice(0, 80).join('')}…` : letters.join('');
}
