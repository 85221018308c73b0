import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { Element, ElementCreate, ElementFields, sceneChangesShape } from './elements.ts';
import { bodyId, storableText, wholeNumber } from './fields.ts';

/**
 * Reference to an element: its id, or the negative key of one that an earlier edit of the call
 * inserts.
 */
const elementRef = z.union([bodyId, z.int().max(-1)], {
  error: 'Must be the id of an element, or the key of one that an earlier edit inserts',
});

/** Element to insert after; null: the start of the script. */
const afterId = elementRef.nullable();

/**
 * Element that a new one was cut or copied from (docs/decisions/0070). A deleted one with the same
 * text is restored with everything attached to it; otherwise the new element gets what copies
 * share. Of another project the caller must be a member; of an unknown one nothing is taken.
 */
export const ElementSourceSchema = z.object({ projectId: bodyId, id: elementRef });

/** New elements, inserted in order after `afterId`; without it at the end of the script. */
const InsertEdit = z.object({
  type: z.literal('insert'),
  afterId: afterId.optional(),
  elements: z
    .array(
      ElementCreate.omit({ sceneId: true, orderIndex: true, afterId: true }).extend({
        /**
         * Key chosen by the caller and returned with the id. Later edits of the call may use a
         * negative key.
         */
        key: z.number().int().optional(),
        source: ElementSourceSchema.optional(),
      }),
    )
    .min(1),
});

export const UpdateEditSchema = z.object({
  type: z.literal('update'),
  id: bodyId,
  fields: z
    .strictObject(ElementFields)
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change'),
  /** Version the change is based on; without it the last write wins (decision OQ-27). */
  baseVersion: wholeNumber(1).optional(),
});

const DeleteEdit = z.object({
  type: z.literal('delete'),
  id: elementRef,
  /** Version whose text is deleted; other text is a conflict. Without it any text is deleted. */
  baseVersion: wholeNumber(1).optional(),
});

/** Move elements, in script order, after another one. */
const MoveEdit = z.object({ type: z.literal('move'), ids: z.array(elementRef).min(1), afterId });

/** Restore a deleted element with its id, comments, and the scene of a heading. */
const RestoreEdit = z.object({
  type: z.literal('restore'),
  id: elementRef,
  /** By default, or if that element is deleted, its former position. */
  afterId: afterId.optional(),
});

export const ScriptEdit = z.discriminatedUnion('type', [
  InsertEdit,
  UpdateEditSchema.extend({ id: elementRef }),
  DeleteEdit,
  MoveEdit,
  RestoreEdit,
]);
export type ScriptEdit = z.input<typeof ScriptEdit>;

/** Maximum number of elements that one call may name. */
export const maxEdits = 20_000;

/** Maximum size of one call: `maxEdits` insertions of a line of text fit into it. */
export const maxEditsBytes = 4 * 1024 * 1024;

/** Reject keys that no earlier edit has assigned. */
function expectKeys({ value: edits, issues }: z.core.ParsePayload<z.output<typeof ScriptEdit>[]>): void {
  const known = new Set<number>();
  for (const [index, edit] of edits.entries()) {
    const isUnknown = (id: number | null | undefined) => id != null && id < 0 && !known.has(id);
    const reject = (field: string) =>
      issues.push({
        code: 'custom',
        input: edit,
        path: [index, field],
        message: 'No element that an earlier edit inserts',
      });
    if ('id' in edit && isUnknown(edit.id)) reject('id');
    if ('ids' in edit && edit.ids.some(isUnknown)) reject('ids');
    if ('afterId' in edit && isUnknown(edit.afterId)) reject('afterId');
    if (edit.type === 'insert' && edit.elements.some(({ source }) => isUnknown(source?.id)))
      reject('elements');
    if (edit.type === 'insert') for (const { key } of edit.elements) if (key !== undefined) known.add(key);
  }
}

/**
 * Apply several edits in order, all or none. A conflict answers 409 like updateElement, with
 * `editIndex`. An edit may reference an element inserted by an earlier one by key. With an
 * Idempotency-Key header a repeated call gets the first answer.
 */
export const changeScript = endpoint({
  method: 'POST',
  path: '/api/projects/:id/script-changes',
  summary: 'Several edits of the script as one change',
  params: ProjectParams,
  body: z.object({
    edits: z.array(ScriptEdit).min(1).max(maxEdits).check(expectKeys),
    /** Reason in the history: "Undo", "Replace all". */
    reason: storableText(200).optional(),
  }),
  maxBodyBytes: maxEditsBytes,
  reply: z.object({
    /** Every element that was inserted, changed, moved or restored, in its present state. */
    elements: z.array(Element),
    removedIds: z.array(z.number()),
    /** Elements whose order number changed to make room. */
    renumbered: z.array(z.object({ id: z.number(), orderIndex: z.number() })),
    /** Ids of inserted elements with keys. */
    keys: z.array(z.object({ key: z.number(), id: z.number() })),
    ...sceneChangesShape,
  }),
});
