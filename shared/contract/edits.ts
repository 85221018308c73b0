import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { Element, ElementCreate, ElementFields, sceneChangesShape } from './elements.ts';
import { bodyId, storableText, wholeNumber } from './fields.ts';

/** An element: its id, or below 0 the key of one that an earlier edit of the same call inserts. */
const elementRef = z.union([bodyId, z.int().max(-1)], {
  error: 'Must be the id of an element, or the key of one that an earlier edit inserts',
});

/** The element after which something goes; null: to the very start. */
const afterId = elementRef.nullable();

/** New elements, in a row after `afterId`. */
const InsertEdit = z.object({
  type: z.literal('insert'),
  afterId,
  elements: z
    .array(
      ElementCreate.omit({ sceneId: true, orderIndex: true, afterId: true }).extend({
        /** The caller's own name for it, given back beside its id. Below 0 later edits of the call may use it. */
        key: z.number().int().optional(),
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
  /** The version the change was based on; without it the last write wins (decision OQ-27). */
  baseVersion: wholeNumber(1).optional(),
});

const DeleteEdit = z.object({
  type: z.literal('delete'),
  id: elementRef,
  /** The version whose text is to go: other text in its place is a conflict. Without it whatever is there goes. */
  baseVersion: wholeNumber(1).optional(),
});

/** Elements in script order, put after another one. */
const MoveEdit = z.object({ type: z.literal('move'), ids: z.array(elementRef).min(1), afterId });

/** A deleted element comes back with its id, and with what went with it: comments, and the scene of a heading. */
const RestoreEdit = z.object({
  type: z.literal('restore'),
  id: elementRef,
  /** Without it, or when that element is gone, it goes where it stood. */
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

/** Elements that one call may name. */
export const maxEdits = 20_000;

/** Refuses keys that no earlier edit has given to an element. */
function expectKeys({ value: edits, issues }: z.core.ParsePayload<z.output<typeof ScriptEdit>[]>): void {
  const known = new Set<number>();
  for (const [index, edit] of edits.entries()) {
    const isUnknown = (id: number | null | undefined) => id != null && id < 0 && !known.has(id);
    const refuse = (field: string) =>
      issues.push({
        code: 'custom',
        input: edit,
        path: [index, field],
        message: 'No element that an earlier edit inserts',
      });
    if ('id' in edit && isUnknown(edit.id)) refuse('id');
    if ('ids' in edit && edit.ids.some(isUnknown)) refuse('ids');
    if ('afterId' in edit && isUnknown(edit.afterId)) refuse('afterId');
    if (edit.type === 'insert') for (const { key } of edit.elements) if (key !== undefined) known.add(key);
  }
}

/**
 * Several edits as one: all of them, in their order, or none. A conflict answers 409 as updateElement does, with
 * `editIndex`. An edit may name what an earlier one inserts by its key. With an Idempotency-Key header a call that is sent again is answered as the first time.
 */
export const changeScript = endpoint({
  method: 'POST',
  path: '/api/projects/:id/script-changes',
  summary: 'Several edits of the script as one change',
  params: ProjectParams,
  body: z.object({
    edits: z.array(ScriptEdit).min(1).max(maxEdits).check(expectKeys),
    /** Told in the history: "Undo", "Replace all". */
    reason: storableText(200).optional(),
  }),
  reply: z.object({
    /** Every element that the edits made, changed, moved or brought back, as it is now. */
    elements: z.array(Element),
    removedIds: z.array(z.number()),
    /** Elements whose place had to change to make room. */
    renumbered: z.array(z.object({ id: z.number(), orderIndex: z.number() })),
    /** Of inserted elements that named one. */
    keys: z.array(z.object({ key: z.number(), id: z.number() })),
    ...sceneChangesShape,
  }),
});
