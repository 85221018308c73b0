import { and, eq, sql } from 'drizzle-orm';
import { jointCuesOf } from '#screenplay/cast.ts';
import { belongsToSpeaker } from '#screenplay/cue.ts';
import type { Db } from '#server/db/client.ts';
import { characters, scenes } from '#server/db/schema/script.ts';
import { notFound } from '#server/lib/errors.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import type { Element } from '#shared/contract/elements.ts';
import { readScript } from './script.service.ts';

/** Return the script of a scene, of a character (decision OQ-60), or of both, as JSON. */
export async function filteredScript(
  db: Db,
  where: { projectId: number; userId: string },
  { sceneId, characterId }: { sceneId?: number | undefined; characterId?: number | undefined },
): Promise<Buffer> {
  const { projectId } = where;
  if (sceneId !== undefined) await sceneOf(db, projectId, sceneId);
  const character = characterId === undefined ? null : await characterOf(db, projectId, characterId);
  const ofScene = sceneId === undefined ? undefined : sql`e.scene_id = ${sceneId}`;
  const { script } = await readScript(db, where, ofScene);
  if (!character) return script;
  const elements = JSON.parse(script.toString()) as Element[];
  const { cueChoices } = await projectRow(db, projectId);
  const spoken = belongsToSpeaker(elements, character.name, jointCuesOf(cueChoices));
  return Buffer.from(JSON.stringify(elements.filter((_, i) => spoken[i])));
}

async function sceneOf(db: Db, projectId: number, sceneId: number): Promise<void> {
  const found = await db
    .select({ id: scenes.id })
    .from(scenes)
    .where(and(eq(scenes.id, sceneId), eq(scenes.projectId, projectId)));
  if (found.length === 0) throw notFound('Scene');
}

async function characterOf(db: Db, projectId: number, characterId: number) {
  const [character] = await db
    .select({ name: characters.name })
    .from(characters)
    .where(and(eq(characters.id, characterId), eq(characters.projectId, projectId)));
  if (!character) throw notFound('Character');
  return character;
}
