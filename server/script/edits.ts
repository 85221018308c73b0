import { z } from 'zod';
import { applyEdit as applyOne, numberDraft } from '#screenplay/edits/apply.ts';
import { carryRuns } from '#screenplay/edits/carryRuns.ts';
import type { Edit } from '#screenplay/edits/edit.ts';
import type { EditSession } from '#screenplay/edits/editSession.ts';
import { EditRefusal, NeedsWholeScript } from '#screenplay/edits/refusal.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import { repairDuplicates } from '#screenplay/order.ts';
import { createEventLoopYielder } from '#server/db/eventLoopYielder.ts';
import { HttpRefusal } from '#server/lib/errors.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { Element } from '#shared/contract/elements.ts';
import type { ChangeAttribution } from './history.ts';
import { loadEditSession } from './loadEditSession.ts';
import { saveEdits } from './saveEdits.ts';
import { findScriptOutline, renumber } from './script.queries.ts';

/**
 * Makes edits of a script as one change, in their order, within the transaction of that change; whatever the door,
 * every edit of the script goes through here. Places are repaired first where elements share one, and scenes are
 * brought in step once, at the end. Throws what refuses an edit, with its place among the edits as `editIndex`; the
 * transaction then has to be undone.
 */
export async function applyToScript(
  change: ProjectChange,
  edits: readonly Edit[],
  telling: ChangeAttribution = {},
) {
  return saveEdits(change, await drafted(change, edits, atEdit), telling);
}

/** One edit, as the calls for one element make it. */
export async function applyOneToScript(change: ProjectChange, edit: Edit, telling: ChangeAttribution = {}) {
  return saveEdits(change, await drafted(change, [edit], (refusal) => refusal), telling);
}

/** The edits made on the part of the script that they need, or on the whole where that turns out to be too little. */
async function drafted(
  change: ProjectChange,
  edits: readonly Edit[],
  refused: (refusal: HttpRefusal, editIndex: number) => HttpRefusal,
  isPartEnough = true,
): Promise<EditSession> {
  const draft = await loadEditSession(change.tx, change.projectId, edits, isPartEnough);
  const breathe = createEventLoopYielder();
  let made = 0;
  try {
    for (const edit of edits) {
      await breathe();
      applyOne(draft, edit);
      made++;
    }
    numberDraft(draft);
    carryRuns(draft);
    return draft;
  } catch (error) {
    if (error instanceof NeedsWholeScript) return drafted(change, edits, refused, false);
    throw error instanceof EditRefusal ? refused(refusalOf(error), made) : error;
  }
}

/** The refusal of an edit as calls answer it. */
function refusalOf({ code, message, extra }: EditRefusal): HttpRefusal {
  const { current, ...others } = extra;
  const shown = current === undefined ? {} : { current: z.encode(Element, current as ScriptRow) };
  return new HttpRefusal(code, message, { ...others, ...shown });
}

function atEdit({ code, message, extra, cause }: HttpRefusal, editIndex: number): HttpRefusal {
  return new HttpRefusal(code, message, { ...extra, editIndex }, cause);
}

/** Numbers a script anew where two elements share a place. */
export async function repairScript(change: ProjectChange): Promise<void> {
  const places = repairDuplicates(await findScriptOutline(change.tx, change.projectId));
  await renumber(change.tx, change.projectId, places);
  const ids = places.map((place) => place.id);
  if (ids.length > 0) change.changed('element', ids);
}
