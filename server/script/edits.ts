import { repairDuplicates } from '#screenplay/order.ts';
import { breathing } from '#server/lib/breathing.ts';
import { Refusal } from '#server/lib/errors.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { remove } from './deleting.ts';
import { BeyondPart, type Draft } from './draft.ts';
import type { Edit } from './edit.ts';
import type { Telling } from './history.ts';
import { insert } from './inserting.ts';
import { loadDraft } from './loading.ts';
import { move } from './moving.ts';
import { restore } from './restoring.ts';
import { save } from './saving.ts';
import { outlineOf, renumber } from './script.queries.ts';
import { update } from './updating.ts';

/**
 * Makes edits of a script as one change, in their order, within the transaction of that change; whatever the door,
 * every edit of the script goes through here. Places are repaired first where elements share one, and scenes are
 * brought in step once, at the end. Throws what refuses an edit, with its place among the edits as `editIndex`; the
 * transaction then has to be undone.
 */
export async function applyEdits(change: ProjectChange, edits: readonly Edit[], telling: Telling = {}) {
  return save(change, await drafted(change, edits, atEdit), telling);
}

/** One edit, as the calls for one element make it. */
export async function applyEdit(change: ProjectChange, edit: Edit, telling: Telling = {}) {
  return save(change, await drafted(change, [edit], (refusal) => refusal), telling);
}

/** The edits made on the part of the script that they need, or on the whole where that turns out to be too little. */
async function drafted(
  change: ProjectChange,
  edits: readonly Edit[],
  refused: (refusal: Refusal, editIndex: number) => Refusal,
  isPartEnough = true,
): Promise<Draft> {
  const draft = await loadDraft(change.tx, change.projectId, edits, isPartEnough);
  const breathe = breathing();
  for (const [i, edit] of edits.entries()) {
    await breathe();
    try {
      applyEach(draft, edit);
    } catch (error) {
      if (error instanceof BeyondPart) return drafted(change, edits, refused, false);
      throw error instanceof Refusal ? refused(error, i) : error;
    }
  }
  return draft;
}

/** Makes one edit on a draft. Throws a Refusal, or BeyondPart. */
export function applyEach(draft: Draft, edit: Edit): void {
  if (edit.does === 'insert') insert(draft, edit);
  else if (edit.does === 'update') update(draft, edit);
  else if (edit.does === 'delete') remove(draft, edit);
  else if (edit.does === 'move') move(draft, edit);
  else restore(draft, edit);
}

function atEdit({ code, message, extra, cause }: Refusal, editIndex: number): Refusal {
  return new Refusal(code, message, { ...extra, editIndex }, cause);
}

/** Numbers a script anew where two elements share a place. */
export async function repairScript(change: ProjectChange): Promise<void> {
  const places = repairDuplicates(await outlineOf(change.tx, change.projectId));
  await renumber(change.tx, change.projectId, places);
  const ids = places.map((place) => place.id);
  if (ids.length > 0) change.changed('element', ids);
}
