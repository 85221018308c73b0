import { type CopySource, type SharedSceneFields, sourceKey } from '#screenplay/edits/carrying.ts';
import type { Edit } from '#screenplay/edits/edit.ts';
import { isStoredId, sourcesOf } from '#screenplay/edits/references.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { videoStatusForCopy } from '#screenplay/sceneVideoStatus.ts';
import { idIn, inBatches } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { type SceneRow, scenes } from '#server/db/schema/script.ts';
import { filterReadableProjects } from '#server/lib/membership.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { newestRecords } from './history.ts';
import { type ElementRow, elementsById } from './script.queries.ts';

/**
 * Load the elements that inserted ones were cut or copied from. Elements of other projects are
 * loaded if the user may read these projects now; unknown ids are left out.
 */
export async function loadCopySources(
  { tx, projectId, userId }: ProjectChange,
  edits: readonly Edit[],
): Promise<Map<string, CopySource>> {
  const found = new Map<string, CopySource>();
  const sources = sourcesOf(edits).filter(({ id }) => isStoredId(id));
  if (sources.length === 0) return found;
  const byProject = Map.groupBy(sources, (source) => source.projectId);
  const otherIds = [...byProject.keys()].filter((id) => id !== projectId);
  const readable = new Set([projectId, ...(await filterReadableProjects(tx, userId, otherIds))]);
  for (const [sourceProjectId, named] of byProject) {
    if (!readable.has(sourceProjectId)) continue;
    const ids = [...new Set(named.map(({ id }) => id))];
    const isOwn = sourceProjectId === projectId;
    for (const [id, { element, scene }] of await readSources(tx, sourceProjectId, ids))
      found.set(sourceKey({ projectId: sourceProjectId, id }), {
        element: isOwn ? element : null,
        scene: scene && (isOwn ? sharedInProject(scene) : sharedWithOthers(scene)),
      });
  }
  return found;
}

interface ReadSource {
  element: ElementRow | null;
  scene: SceneRow | null;
}

/** Read elements, and the scenes of headings; of deleted elements from the history. */
async function readSources(db: Db, projectId: number, ids: readonly number[]) {
  const found = new Map<number, ReadSource>();
  const elements = await elementsById(db, projectId, ids);
  const headings = elements.filter(({ elementType }) => isHeadingType(elementType));
  const scenesById = new Map<number, SceneRow>();
  for (const sceneIds of inBatches(headings.map(({ sceneId }) => sceneId)))
    for (const scene of await db.select().from(scenes).where(idIn(scenes.id, sceneIds)))
      scenesById.set(scene.id, scene);
  for (const element of elements) {
    const scene = isHeadingType(element.elementType) ? scenesById.get(element.sceneId) : undefined;
    found.set(element.id, { element, scene: scene ?? null });
  }
  const deletedIds = ids.filter((id) => !found.has(id));
  for (const [id, { isDeletion, kept }] of await newestRecords(db, projectId, deletedIds))
    if (isDeletion && kept) found.set(id, { element: null, scene: kept.scene ?? null });
  return found;
}

/**
 * Return what the scene of a copied heading takes along. Its number is unique, and act and sequence
 * follow from its position.
 */
function sharedInProject(scene: SceneRow): SharedSceneFields {
  const { beatId, imageUrl, imagePrompt, videoUrl, videoPrompt, videoStatus } = scene;
  return {
    ...sharedWithOthers(scene),
    beatId,
    imageUrl,
    imagePrompt,
    videoUrl,
    videoPrompt,
    videoStatus: videoStatusForCopy(videoStatus),
  };
}

/** Return what a scene takes along into another project, which has its own files and plan. */
function sharedWithOthers({ heading, location, timeOfDay, notes, colorTheme }: SceneRow): SharedSceneFields {
  return { heading, location, timeOfDay, notes, colorTheme: colorTheme ?? null };
}
