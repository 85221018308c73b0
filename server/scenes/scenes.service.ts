import { eq } from 'drizzle-orm';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { escapeText } from '#screenplay/emphasis.ts';
import { parseHeading } from '#screenplay/heading.ts';
import { moveScene, placeOfScene } from '#screenplay/scenes.ts';
import type { Db } from '#server/db/client.ts';
import { type SceneRow, scenes } from '#server/db/schema/script.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeContent, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { editScript, editScriptAtOnce, scriptOutline } from '#server/script/script.service.ts';
import { detachFiles, type Storage } from '#server/storage/storage.ts';
import type { createScene, updateScene } from '#shared/contract/scenes.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { actOfSequence, elementsOfScene, isBeatOf, sceneById } from './scenes.queries.ts';

/*
 * A scene is a range of the script (decision OQ-51), so these calls edit the script. History,
 * comments, numbers and surrounding scenes are updated as for any other edit. Only act, sequence,
 * notes and page, and an explicitly set location or time of day, are stored in the row alone.
 *
 *
 * The opening, the text before the first heading, is a scene too, always the first. It has no
 * heading, so moving it would merge it into another scene. That is rejected unless it has a
 * heading, which the same call may add. A scene that is moved to number 1 goes after the opening.
 */

type Patch = HandlerInput<typeof updateScene>['body'];
/** Undefined fields stay unchanged. */
type FieldsToStore = { [Field in keyof SceneRow]?: SceneRow[Field] | undefined };

/** Insert a heading at the position of its scene number, or at the end of the script. */
export function addScene(
  db: Db,
  scope: Scope,
  { sceneNumber, heading, actNumber, sequenceId = null, ...fields }: HandlerInput<typeof createScene>['body'],
): Promise<SceneRow> {
  return changeContent(db, scope, async (change) => {
    const { tx, projectId } = change;
    await expectSequence(change, actNumber, sequenceId);
    await expectBeat(change, fields.beatId);
    const { elements } = await editScript(change, {
      type: 'insert',
      afterId: placeOfScene(await scriptOutline(tx, projectId), sceneNumber),
      elements: [{ elementType: 'scene_heading', content: escapeText(oneLine(heading)) }],
    });
    const scene = await findOrThrow(change, elements[0]?.sceneId ?? 0);
    await storeFields(change, scene, { ...ownFields(scene, fields), actNumber, sequenceId });
    return findOrThrow(change, scene.id);
  });
}

/**
 * Change fields of a scene, move its range of the script (decision OQ-88), or both. In another act
 * it loses its sequence, unless `patch` names one of that act. Without a difference nothing is
 * written.
 */
export function changeScene(
  db: Db,
  scope: Scope,
  sceneId: number,
  { heading, sceneNumber, ...patch }: Patch,
): Promise<SceneRow> {
  return changeContent(db, scope, async (change) => {
    const before = await findOrThrow(change, sceneId);
    const { actNumber = before.actNumber } = patch;
    const kept = actNumber === before.actNumber ? before.sequenceId : null;
    const sequenceId = patch.sequenceId === undefined ? kept : patch.sequenceId;
    if (patch.sequenceId !== undefined) await expectSequence(change, actNumber, sequenceId);
    await expectBeat(change, patch.beatId);
    if (heading !== undefined) await rename(change, before, heading);
    if (sceneNumber !== undefined) await move(change, sceneId, sceneNumber);
    const scene = await findOrThrow(change, sceneId);
    await storeFields(change, scene, { ...ownFields(scene, patch), actNumber, sequenceId });
    return findOrThrow(change, sceneId);
  });
}

/** Delete a scene with its elements and files (decision OQ-89). Comments stay (decision OQ-67). */
export async function removeScene(
  { db, storage }: { db: Db; storage: Storage },
  scope: Scope,
  sceneId: number,
): Promise<void> {
  const urls = await changeContent(db, scope, async (change) => {
    const { tx, projectId } = change;
    const scene = await findOrThrow(change, sceneId);
    const elements = await elementsOfScene(tx, sceneId);
    // Delete from the end, so that the history, newest first, lists the elements in script order.
    const edits = elements.toReversed().map(({ id }) => ({ type: 'delete', id }) as const);
    await editScriptAtOnce(change, edits, { reason: 'Scene deleted' });
    const files = [
      scene.imageUrl,
      scene.videoUrl,
      ...elements.flatMap(({ dialogueAudioUrl, soundEffectUrl }) => [dialogueAudioUrl, soundEffectUrl]),
    ];
    await detachFiles(tx, files, { projectId });
    return files;
  });
  await storage.discard(urls);
}

/** Change the text of a scene's heading, or insert a heading before the opening. */
async function rename(change: ProjectChange, scene: SceneRow, heading: string): Promise<void> {
  const line = oneLine(heading);
  // Keep the emphasis of an unchanged heading.
  if (line === scene.heading || line.toUpperCase() === scene.heading) return;
  const first = (await scriptOutline(change.tx, change.projectId)).find(
    (element) => element.sceneId === scene.id,
  );
  if (isHeadingType(first?.elementType)) {
    await editScript(change, { type: 'update', id: first.id, fields: { content: escapeText(line) } });
    return;
  }
  const elements = [{ elementType: 'scene_heading' as const, content: escapeText(line) }];
  await editScript(change, { type: 'insert', afterId: null, elements });
}

async function move(change: ProjectChange, sceneId: number, toNumber: number): Promise<void> {
  const outline = await scriptOutline(change.tx, change.projectId);
  const isOpening = outline[0]?.sceneId === sceneId && !isHeadingType(outline[0].elementType);
  if (isOpening && toNumber > 1) {
    throw invalid('The text before the first heading cannot be moved. Give it a heading first.', {
      sceneNumber: 'Without a heading it stays the first',
    });
  }
  const found = moveScene(outline, sceneId, toNumber);
  if (found) await editScript(change, { type: 'move', ids: found.elementIds, afterId: found.afterId });
}

/** Join a heading to one line. */
function oneLine(heading: string): string {
  return heading.trim().replace(/\s*[\r\n]\s*/g, ' ');
}

/**
 * Return the fields to store. An emptied location or time of day is taken from the heading again.
 */
function ownFields(
  scene: SceneRow,
  patch: Omit<Patch, 'heading' | 'sceneNumber' | 'actNumber' | 'sequenceId'>,
) {
  const { location, timeOfDay } = patch;
  const ofHeading = parseHeading(scene.heading);
  return {
    ...patch,
    location: location === undefined ? scene.location : location?.trim() || ofHeading.location,
    timeOfDay: timeOfDay === undefined ? scene.timeOfDay : timeOfDay?.trim() || ofHeading.timeOfDay,
  };
}

async function storeFields({ tx, changed }: ProjectChange, scene: SceneRow, fields: FieldsToStore) {
  const isSame = Object.entries(fields).every(
    ([field, value]) => value === undefined || Reflect.get(scene, field) === value,
  );
  if (isSame) return;
  await tx.update(scenes).set(fields).where(eq(scenes.id, scene.id));
  changed('scene', [scene.id]);
}

/** Throw unless the sequence is in the act. The act itself need not exist (decision OQ-91). */
async function expectSequence(
  { tx, projectId }: ProjectChange,
  actNumber: number,
  sequenceId: number | null,
) {
  if (sequenceId === null) return;
  const act = await actOfSequence(tx, projectId, sequenceId);
  if (act === undefined) throw invalid('Sequence not found', { sequenceId: 'No sequence of this project' });
  if (act !== actNumber) {
    throw invalid('The sequence is in another act.', { sequenceId: 'Is in another act' });
  }
}

async function expectBeat({ tx, projectId }: ProjectChange, beatId: number | null | undefined) {
  if (beatId == null || (await isBeatOf(tx, projectId, beatId))) return;
  throw invalid('Story beat not found', { beatId: 'No story beat of this project' });
}

/** Return the scene. Throws notFound if it was deleted after the access check. */
async function findOrThrow({ tx, projectId }: ProjectChange, sceneId: number): Promise<SceneRow> {
  const scene = await sceneById(tx, projectId, sceneId);
  if (!scene) throw notFound('Scene');
  return scene;
}
