import { editableFieldsOf } from '#screenplay/edits/elementFields.ts';
import { plainTextType } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Change, QueuedEdit } from '#web/scriptSync/change.ts';
import { withLocalId } from '#web/scriptSync/localIds.ts';
import type { SaveFailure } from '#web/scriptSync/saveFailure.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { SendState } from '#web/scriptSync/sendState.ts';
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
      {state.status === 'rejected' && <Rejected changes={changes} {...state} />}
      <ReconnectSummary changes={changes} onGo={onGo} />
    </>
  );
}

type RejectedState = SendState & { status: 'rejected' };

/**
 * The first rejected change. Later changes of the same elements wait for it, all others are sent.
 */
function Rejected({ changes, change, failure }: { changes: ScriptSync } & RejectedState) {
  const edit = rejectedEdit(changes, change, failure);
  if (failure.type === 'conflict' && edit?.type === 'update')
    return <TextConflict {...{ changes, change, edit }} current={failure.current} />;
  if (failure.type === 'conflict' && edit?.type === 'delete')
    return <DeleteConflict {...{ changes, change, edit }} current={failure.current} />;
  if (failure.type === 'gone' && edit?.type === 'update')
    return <EditOfDeleted {...{ changes, change, edit }} />;
  if (failure.type === 'denied') return <Denied changes={changes} message={failure.message} />;
  const hasText = failure.type !== 'conflict' && failure.type !== 'gone';
  return (
    <NotSaved
      changes={changes}
      change={change}
      text={failure.type === 'failed' ? failure.message : 'This change could not be saved.'}
      hasText={hasText}
    />
  );
}

interface RejectedEditProps<Type extends QueuedEdit['type']> {
  changes: ScriptSync;
  change: Change;
  /** The rejected edit of the change. */
  edit: Extract<QueuedEdit, { type: Type }>;
}

interface ConflictProps<Type extends QueuedEdit['type']> extends RejectedEditProps<Type> {
  current: Element;
}

/** Someone else changed the text of the element. */
function TextConflict({ changes, change, edit, current }: ConflictProps<'update'>) {
  const yours = edit.fields.content ?? '';
  const others = independentEdits(change, edit);
  const decide = (edits: QueuedEdit[]) => {
    changes.putStored(current);
    resolveWith(changes, change, edits);
  };
  return (
    <ConflictDialog
      current={current}
      yours={contentAs(edit.fields.elementType ?? current.elementType, yours)}
      onKeepMine={() => decide(rebased(change, edit, current.version))}
      onTakeTheirs={() => decide(others)}
      onKeepBoth={() => {
        const { elementType, characterName, dual } = current;
        const type = edit.fields.elementType ?? elementType;
        const both = withLocalId({ elementType: type, characterName, dual, content: yours });
        decide([...others, { type: 'insert', afterId: edit.id, elements: [both] }]);
      }}
    />
  );
}

/** Someone else changed the element that was to be deleted. */
function DeleteConflict({ changes, change, edit, current }: ConflictProps<'delete'>) {
  const { content, version } = current;
  const decide = (edits: QueuedEdit[]) => {
    changes.putStored(current);
    resolveWith(changes, change, edits);
  };
  return (
    <Notice
      text={`Someone else changed this element before it was deleted: “${shortened(plainText(content))}”`}
    >
      <Button size="small" onClick={() => decide([])}>
        Keep it
      </Button>
      <Button size="small" kind="ghost" onClick={() => decide(rebased(change, edit, version))}>
        Delete it
      </Button>
    </Notice>
  );
}

/** Someone else deleted the element whose text was changed. */
function EditOfDeleted({ changes, change, edit }: RejectedEditProps<'update'>) {
  const { outbox } = changes;
  const yours = edit.fields.content ?? '';
  const others = independentEdits(change, edit);
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
        const restored: QueuedEdit = { type: 'insert', afterId: before?.id ?? null, elements: [again] };
        resolveWith(changes, change, [...others, restored]);
      }}
      onDiscard={() => {
        changes.removeStored(outbox.idOf(edit.id));
        resolveWith(changes, change, others);
      }}
    />
  );
}

interface NotSavedProps {
  changes: ScriptSync;
  change: Change;
  text: string;
  /** Whether the unsent text of the change is offered. */
  hasText: boolean;
}

function NotSaved({ changes, change, text, hasText }: NotSavedProps) {
  const { outbox } = changes;
  const rows = new Map(changes.elements().map(({ id, elementType }) => [id, elementType]));
  const words = hasText ? unsentElements([change], (id) => rows.get(outbox.idOf(id))) : [];
  return (
    <Notice text={text}>
      <Button size="small" onClick={outbox.retry}>
        Try again
      </Button>
      <UnsentTextActions elements={words} onDiscard={() => outbox.resolveRejected(null)} />
    </Notice>
  );
}

/** Replace the edits of the rejected change, or discard it without edits. */
function resolveWith({ outbox }: ScriptSync, change: Change, edits: QueuedEdit[]): void {
  outbox.resolveRejected(edits.length > 0 ? { ...change, edits } : null);
}

/** Return the other edits. Independent texts are decided one by one, others all or none. */
function independentEdits({ edits }: Change, edit: QueuedEdit): QueuedEdit[] {
  const isIndependent = edits.every(({ type }) => type === 'update');
  return isIndependent ? edits.filter((each) => each !== edit) : [];
}

/** Return the edits of a change, with one on top of the stored version. */
function rebased({ edits }: Change, edit: RejectedEditProps<'update' | 'delete'>['edit'], base: number) {
  return edits.map((each) => (each === edit ? { ...edit, base } : each));
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

function rejectedEdit(
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

function shortened(text: string): string {
  const letters = Array.from(text.trim());
  return letters.length > 80 ? `${letters.slice(0, 80).join('')}…` : letters.join('');
}
