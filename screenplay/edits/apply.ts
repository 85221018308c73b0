import { remove } from './deleting.ts';
import type { Draft } from './draft.ts';
import type { Edit } from './edit.ts';
import { insert } from './inserting.ts';
import { move } from './moving.ts';
import { numberElements } from './numbering.ts';
import { restore } from './restoring.ts';
import { update } from './updating.ts';

/** Makes one edit on a draft. Throws an EditRefusal, or BeyondPart. */
export function applyEdit(draft: Draft, edit: Edit): void {
  if (edit.does === 'insert') insert(draft, edit);
  else if (edit.does === 'update') update(draft, edit);
  else if (edit.does === 'delete') remove(draft, edit);
  else if (edit.does === 'move') move(draft, edit);
  else restore(draft, edit);
}

/** Numbers what the edits of a draft put somewhere, once all of them are made. Throws BeyondPart. */
export function numberDraft(draft: Draft): void {
  if (draft.wantedNumbers.size === 0) return;
  numberElements([...draft.order], draft.wantedNumbers, draft.openEnds);
  draft.wantedNumbers.clear();
}
