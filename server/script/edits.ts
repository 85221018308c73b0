import { z } from 'zod';
import { applyEdit as applyOne, numberDraft } from '#screenplay/edits/apply.ts';
import { Carrying } from '#screenplay/edits/carrying.ts';
import { carryRuns } from '#screenplay/edits/carryRuns.ts';
import type { Edit } from '#screenplay/edits/edit.ts';
import { EditError, NeedsWholeScript } from '#screenplay/edits/editError.ts';
import type { EditSession } from '#screenplay/edits/editSession.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import { repairDuplicates } from '#screenplay/order.ts';
import { createEventLoopYielder } from '#server/db/eventLoopYielder.ts';
import { HttpError } from '#server/lib/errors.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { Element } from '#shared/contract/elements.ts';
import type { ChangeAttribution } from './history.ts';
import { loadCopySources } from './loadCopySources.ts';
import { loadEditSession } from './loadEditSession.ts';
import { saveEdits } from './saveEdits.ts';
import { findScriptOutline, renumber } from './script.queries.ts';

/**
 * Apply edits of a script as one change, in order, within its transaction. Every edit of a script
 * goes through here. Duplicate order numbers are repaired first, and scenes are reconciled once at
 * the end. Throws the rejection of an edit with its index as `editIndex`; the transaction must then
 * be rolled back.
 */
export async function applyToScript(
  change: ProjectChange,
  edits: readonly Edit[],
  telling: ChangeAttribution = {},
) {
  return saveEdits(change, await drafted(change, edits, atEdit), telling);
}

/** Apply one edit, as the calls for single elements do. */
export async function applyOneToScript(change: ProjectChange, edit: Edit, telling: ChangeAttribution = {}) {
  return saveEdits(change, await drafted(change, [edit], (rejection) => rejection), telling);
}

/** Apply the edits to the slice that they need, or to the whole script if that is not enough. */
async function drafted(
  change: ProjectChange,
  edits: readonly Edit[],
  rejected: (rejection: HttpError, editIndex: number) => HttpError,
  isPartEnough = true,
): Promise<EditSession> {
  const draft = await loadEditSession(change.tx, change.projectId, edits, isPartEnough);
  draft.carrying = new Carrying(await loadCopySources(change, edits));
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
    if (error instanceof NeedsWholeScript) return drafted(change, edits, rejected, false);
    throw error instanceof EditError ? rejected(rejectionOf(error), made) : error;
  }
}

/** Convert the rejection of an edit to that of a call. */
function rejectionOf({ code, message, extra }: EditError): HttpError {
  const { current, ...others } = extra;
  const shown = current === undefined ? {} : { current: z.encode(Element, current as ScriptRow) };
  return new HttpError(code, message, { ...others, ...shown });
}

function atEdit({ code, message, extra, cause }: HttpError, editIndex: number): HttpError {
  return new HttpError(code, message, { ...extra, editIndex }, cause);
}

/** Renumber a script in which two elements share an order number. */
export async function repairScript(change: ProjectChange): Promise<void> {
  const places = repairDuplicates(await findScriptOutline(change.tx, change.projectId));
  await renumber(change.tx, change.projectId, places);
  const ids = places.map((place) => place.id);
  if (ids.length > 0) change.changed('element', ids);
}
