import { eq } from 'drizzle-orm';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { escapeText } from '#screenplay/emphasis.ts';
import { parseHeading } from '#screenplay/heading.ts';
import { moveScene, placeOfScene } from '#screenplay/scenes.ts';
import type { Db } from '#server/db/client.ts';
import { type SceneRow, scenes } from '#server/db/schema/script.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { editScript, editScriptAtOnce, scriptOutline } from '#server/script/script.service.ts';
import { detachFiles, type Storage } from '#server/storage/storage.ts';
import type { createScene, updateScene } from '#shared/contract/scenes.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { actOfSequence, elementsOfScene, isBeatOf, sceneById } from './scenes.queries.ts';

/*
 * A scene is a range of the script (decision OQ-51), so these calls are edits of the script:
 * history, comments, numbers and surrounding scenes follow as for any other edit. Only act,
 * sequence, notes and page, and an explicitly set place or time of day, are fields of the row.
 *
 * The text before the first heading is a scene too, always the first. It has no heading, so moving
 * it would merge it into the scene before: that is rejected until it has a heading, which the same
 * call may set. Others that are to be number 1 go after it.
 */

type Patch = HandlerInput<typeof updateScene>['body'];
/** Undefined fields stay unchanged. */
type FieldsToStore = { [Field in keyof SceneRow]?: SceneRow[Field] | undefined };

/** A new scene is a heading that is put where its number says; beyond the end is the end. */
export function addScene(
  db: Db,
  scope: Scope,
  { sceneNumber, heading, actNumber, sequenceId = null, ...fields }: HandlerInput<typeof createScene>['body'],
): Promise<SceneRow> {
  return changeProject(db, scope, async (change) => {
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
 * Change fields, move its range of the script (decision OQ-88), or both. In another act it loses
 * its sequence, unless one of that act is named. Unchanged values leave no trace.
 */
export function changeScene(
  db: Db,
  scope: Scope,
  sceneId: number,
  { heading, sceneNumber, ...patch }: Patch,
): Promise<SceneRow> {
  return changeProject(db, scope, async (change) => {
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

/**
 * Delete a scene with its elements; comments stay (decision OQ-67), its files are removed after the
 * deletion (decision OQ-89).
 */
export async function removeScene(
  { db, storage }: { db: Db; storage: Storage },
  scope: Scope,
  sceneId: number,
): Promise<void> {
  const urls = await changeProject(db, scope, async (change) => {
    const { tx, projectId } = change;
    const scene = await findOrThrow(change, sceneId);
    const elements = await elementsOfScene(tx, sceneId);
    // The last first: history, which shows the newest on top, then reads as the script did.
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

/** The heading's text changes, or the text that had none gets one; the row follows. */
async function rename(change: ProjectChange, scene: SceneRow, heading: string): Promise<void> {
  const line = oneLine(heading);
  // Its emphasis stays, too.
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

/**
 * Return a heading as one line of plain text; characters that the script would read as emphasis are
 * escaped.
 */
function oneLine(heading: string): string {
  return heading.trim().replace(/\s*[\r\n]\s*/g, ' ');
}

/**
 * Return the own fields: unnamed ones stay; an emptied place or time of day follows the heading
 * again.
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

/**
 * Validate the sequence. A scene may be in an act that does not exist (decision OQ-91), but in a
 * sequence only in that sequence's act.
 */
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

/** Somebody else can have deleted it since the door let the call in. */
async function findOrThrow({ tx, projectId }: ProjectChange, sceneId: number): Promise<SceneRow> {
  const scene = await sceneById(tx, projectId, sceneId);
  if (!scene) throw notFound('Scene');
  return scene;
}
