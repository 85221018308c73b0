import { eq } from 'drizzle-orm';
import { defaultFormat } from '#screenplay/format.ts';
import { type ChangesToName, nameChanges } from '#screenplay/revisions/nameChanges.ts';
import {
  activateRevision,
  addRevision,
  clearRevision,
  mergeRevisions,
  type RevisionFields,
  type Revisions,
  removeRevision,
  restoreRevisions,
} from '#screenplay/revisions/revisionSets.ts';
import type { Db } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { readScriptAt } from '#server/history/history.service.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import type { changeRevisions } from '#shared/contract/production.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { elementsToLock, writeRevisedTexts } from './production.queries.ts';

type RevisionChange = HandlerInput<typeof changeRevisions>['body'];

/**
 * Change the revisions of a script. Only naming past changes writes elements; all others change the
 * sets (docs/decisions/0111).
 */
export function changeScriptRevisions(db: Db, scope: Scope, input: RevisionChange): Promise<void> {
  return changeProject(db, scope, async (change) => {
    const { tx, projectId } = change;
    const { format: stored } = await projectRow(tx, projectId);
    const format = stored ?? defaultFormat;
    const revisions = withChange(format.revisions, input);
    if (input.type === 'name-changes') await markChanges(change, input, revisions);
    await tx
      .update(projects)
      .set({ format: { ...format, revisions } })
      .where(eq(projects.id, projectId));
    change.changed('project', [projectId]);
  });
}

/** Maximum number of sets; a long production has about twenty. */
const maxSets = 200;

function withChange(revisions: Revisions | undefined, input: RevisionChange): Revisions {
  if (input.type === 'start' || input.type === 'name-changes') {
    const added = addRevision(revisions, input.fields, input.type === 'start');
    if (added.sets.length > maxSets) throw invalid('This script has too many revisions.');
    return added;
  }
  const hasSet = 'revisionId' in input && input.revisionId !== null;
  if (!revisions || (hasSet && !revisions.sets.some(({ id }) => id === input.revisionId)))
    throw notFound('Revision');
  switch (input.type) {
    case 'activate':
      return activateRevision(revisions, input.revisionId);
    case 'edit':
      return withFields(revisions, input.revisionId, input.fields);
    case 'clear':
      return clearRevision(revisions, input.revisionId);
    case 'remove':
      return removeRevision(revisions, input.revisionId);
    case 'merge':
      return mergeRevisions(revisions, input.revisionId);
    case 'undo':
      return restoreRevisions(revisions);
    case 'view':
      return { ...revisions, view: input.view };
  }
}

function withFields(revisions: Revisions, revisionId: number, fields: RevisionFields): Revisions {
  const sets = revisions.sets.map((set) =>
    set.id === revisionId ? { ...fields, id: set.id, marks: set.marks } : set,
  );
  return { ...revisions, sets };
}

/** Mark the text that was written between two moments with the mark of the newest set. */
async function markChanges(
  change: ProjectChange,
  { sinceHistoryId, untilHistoryId }: Extract<RevisionChange, { type: 'name-changes' }>,
  { active, lastMark }: Revisions,
): Promise<void> {
  const { tx, projectId } = change;
  const present = await elementsToLock(tx, projectId);
  const elementsAt = async (historyId: number) => (await readScriptAt(tx, projectId, { historyId })).elements;
  const texts: ChangesToName = {
    before: await elementsAt(sinceHistoryId),
    after: untilHistoryId === undefined ? present : await elementsAt(untilHistoryId),
  };
  const changed = [...nameChanges(present, texts, lastMark, active ?? 0)];
  await writeRevisedTexts(
    tx,
    projectId,
    changed.map(([id, revised]) => ({ id, revised })),
  );
  if (changed.length > 0)
    change.changed(
      'element',
      changed.map(([id]) => id),
    );
}
