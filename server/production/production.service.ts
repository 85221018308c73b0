import { eq, sql } from 'drizzle-orm';
import { defaultFormat, type ScriptFormat } from '#screenplay/format.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { lockPages } from '#screenplay/production/lockPages.ts';
import { sceneNumbersOf, shotNumberOf } from '#screenplay/sceneNumbers.ts';
import type { Db } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { formatOfProject, projectRow } from '#server/projects/projects.service.ts';
import { numberedScenes } from '#server/script/screenplay.service.ts';
import type { changeLocks } from '#shared/contract/production.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { elementsToLock, writeLockedPlaces, writeSceneNumbers } from './production.queries.ts';

type LockChange = HandlerInput<typeof changeLocks>['body'];

/** Lock or unlock pages or scene numbers (docs/decisions/0109 and 0110). */
export function changeScriptLocks(db: Db, scope: Scope, input: LockChange): Promise<void> {
  return changeProject(db, scope, async (change) => {
    const { tx, projectId } = change;
    const project = await projectRow(tx, projectId);
    const format = project.format ?? defaultFormat;
    const store = async (changed: Partial<ScriptFormat>, isShown = project.showSceneNumbers) => {
      await tx
        .update(projects)
        .set({ format: { ...format, ...changed }, showSceneNumbers: isShown })
        .where(eq(projects.id, projectId));
      change.changed('project', [projectId]);
    };
    switch (input.type) {
      case 'lock-pages': {
        const lockId = Math.max(project.revision, format.pageLock?.id ?? 0) + 1;
        return store({ pageLock: await lockAllPages(change, formatOfProject(project), lockId) });
      }
      case 'unlock-pages':
        return store({ pageLock: undefined });
      case 'lock-scenes': {
        const { scheme, skipsIAndO } = input;
        return store({ sceneLock: { issued: await issueNumbers(change, format), scheme, skipsIAndO } }, true);
      }
      case 'unlock-scenes':
        if (input.isRenumbered) await removeNumbers(change);
        return store({ sceneLock: undefined });
    }
  });
}

/** Store the place of each element, and return the lock with the labels of all pages. */
async function lockAllPages(change: ProjectChange, format: ScriptFormat, lockId: number) {
  const { tx, projectId } = change;
  const elements = visibleElements(await elementsToLock(tx, projectId), format);
  const { pageLock, places } = lockPages(paginate(elements, format), lockId);
  const ids = elements.map(({ id }) => id);
  await writeLockedPlaces(
    tx,
    projectId,
    ids.map((id, index) => ({ id, place: places[index] })),
  );
  if (ids.length > 0) change.changed('element', ids);
  return pageLock;
}

/**
 * Store the printed number of each scene as its own. Return all issued numbers, with those of shots
 * and of scenes that are gone.
 */
async function issueNumbers(change: ProjectChange, format: ScriptFormat): Promise<string[]> {
  const { tx, projectId } = change;
  const numbers = [...sceneNumbersOf(await numberedScenes(tx, projectId), format)];
  await writeSceneNumbers(
    tx,
    projectId,
    numbers.map(([id, number]) => ({ id, number })),
  );
  if (numbers.length > 0)
    change.changed(
      'scene',
      numbers.map(([id]) => id),
    );
  const shots = (await elementsToLock(tx, projectId)).flatMap((element) => shotNumberOf(element) ?? []);
  return [
    ...new Set([...(format.sceneLock?.issued ?? []), ...numbers.map(([, number]) => number), ...shots]),
  ];
}

async function removeNumbers({ tx, projectId, changed }: ProjectChange): Promise<void> {
  const scenes = await numberedScenes(tx, projectId);
  await tx.execute(
    sql`update scenes set display_number = null where project_id = ${projectId} and display_number is not null`,
  );
  if (scenes.length > 0)
    changed(
      'scene',
      scenes.map(({ id }) => id),
    );
}
