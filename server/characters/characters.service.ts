import { eq } from 'drizzle-orm';
import { speakerKey } from '#screenplay/cue.ts';
import {
  changedRows,
  closeGaps,
  insertAmongSiblings,
  isWholeOrder,
  renumberDensely,
} from '#screenplay/denseOrder.ts';
import type { Placed } from '#screenplay/order.ts';
import { updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/constraintErrors.ts';
import { characters } from '#server/db/schema/script.ts';
import { conflict, forbidden, invalid, notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { editScriptAtOnce } from '#server/script/script.service.ts';
import { detachFile, type Storage } from '#server/storage/storage.ts';
import type { createCharacter, mergeCharacter, updateCharacter } from '#shared/contract/characters.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { may } from '#shared/roles.ts';
import {
  characterById,
  characterNames,
  charactersSeenBy,
  findCharacterPlaces,
} from './characters.queries.ts';
import { renameInScript } from './renaming.service.ts';

/** Placeholder id of a character that is not stored yet. */
const unstored = 0;

/**
 * Add a character at the end. Names are unique in a project regardless of spelling variants
 * (decision OQ-93).
 */
export async function addCharacter(
  db: Db,
  scope: Scope,
  { projectId, ...fields }: HandlerInput<typeof createCharacter>['body'],
) {
  expectProject(scope, projectId, 'Must be the project of the address');
  return withOwnName(() =>
    changeProject(db, scope, async (change) => {
      await expectOwnName(change, fields.name, unstored);
      const before = await findCharacterPlaces(change.tx, scope.projectId);
      const after = insertAmongSiblings(before, { id: unstored, orderIndex: 0 });
      const [character] = await change.tx
        .insert(characters)
        .values({
          ...fields,
          voiceSettings: fields.voiceSettings ?? undefined,
          projectId: scope.projectId,
          displayOrder: after.length - 1,
        })
        .returning();
      if (!character) throw new Error('INSERT INTO characters returned no row');
      change.changed('character', [character.id, ...(await storePlaces(change, before, after))]);
      return character;
    }),
  );
}

/**
 * Change a character. The script changes only if `renameInScript` or `undo` asks for it, in the
 * same transaction.
 */
export async function changeCharacter(
  db: Db,
  scope: Scope,
  characterId: number,
  {
    projectId,
    renameInScript: isInScript,
    mentions = [],
    undo,
    ...fields
  }: HandlerInput<typeof updateCharacter>['body'],
) {
  expectProject(scope, projectId, 'Must be the project of the character');
  return withOwnName(() =>
    changeProject(db, scope, async (change) => {
      const before = await findOrThrow(change, characterId);
      if (fields.name !== undefined) await expectOwnName(change, fields.name, characterId);
      await change.tx.update(characters).set(fields).where(eq(characters.id, characterId));
      change.changed('character', [characterId]);
      const after = await findOrThrow(change, characterId);
      if (undo) return { ...after, script: await editScriptAtOnce(change, undo, { reason: 'Undo' }) };
      if (!isInScript || after.name === before.name) return after;
      const reason = `Rename ${before.name} to ${after.name}`;
      const renamed = await change.letOthersRead(() =>
        renameInScript(change, before.name, after.name, reason, { mentions }),
      );
      return { ...after, ...renamed };
    }),
  );
}

/** Delete a character, then its picture. Its lines stay in the script. */
export async function removeCharacter(
  { db, storage }: { db: Db; storage: Storage },
  scope: Scope,
  characterId: number,
): Promise<void> {
  const picture = await changeProject(db, scope, async (change) => {
    const character = await findOrThrow(change, characterId);
    await remove(change, character);
    return character.avatarUrl;
  });
  await storage.discard([picture]);
}

/** Replace a character by another in the script and delete it. */
export async function mergeInto(
  { db, storage }: { db: Db; storage: Storage },
  scope: Scope,
  characterId: number,
  { intoId, extension, mentions = [] }: HandlerInput<typeof mergeCharacter>['body'],
) {
  if (intoId === characterId)
    throw invalid('A character cannot be merged into itself.', { intoId: 'Must be another character' });
  const { picture, ...merged } = await changeProject(db, scope, async (change) => {
    const from = await findOrThrow(change, characterId);
    const into = await findOrThrow(change, intoId);
    const reason = `Merge ${from.name} into ${into.name}`;
    const renamed = await change.letOthersRead(() =>
      renameInScript(change, from.name, into.name, reason, { extension, mentions }),
    );
    await remove(change, from);
    return { character: await findOrThrow(change, intoId), ...renamed, picture: from.avatarUrl };
  });
  await storage.discard([picture]);
  return merged;
}

/** Delete the row and its reference to the picture, and close the gap in the display order. */
async function remove(change: ProjectChange, { id, avatarUrl }: { id: number; avatarUrl: string | null }) {
  const { tx, projectId } = change;
  await tx.delete(characters).where(eq(characters.id, id));
  await detachFile(tx, avatarUrl, { projectId });
  const before = await findCharacterPlaces(tx, projectId);
  change.changed('character', [id, ...(await storePlaces(change, before, closeGaps(before)))]);
}

/**
 * Store the display order of a project's characters. The list determines the project (decision
 * OQ-94). Throws notFound if the user may not see a character, and forbidden if they may not change
 * one. Throws invalid unless the list contains all characters of one project.
 */
export async function orderCharacters(
  db: Db,
  userId: string,
  characterIds: readonly number[],
): Promise<void> {
  const visible = await charactersSeenBy(db, userId, characterIds);
  if (visible.length < new Set(characterIds).size) throw notFound('Character');
  if (!visible.every(({ role }) => may(role, 'write'))) throw forbidden();
  const [projectId, ...others] = new Set(visible.map((character) => character.projectId));
  if (projectId === undefined || others.length > 0) throw incompleteOrder();
  await changeProject(db, { projectId, userId }, async (change) => {
    const before = await findCharacterPlaces(change.tx, projectId);
    if (!isWholeOrder(before, characterIds)) throw incompleteOrder();
    const places = new Map(before.map((place) => [place.id, place]));
    const after = renumberDensely(characterIds.flatMap((id) => places.get(id) ?? []));
    const moved = await storePlaces(change, before, after);
    if (moved.length > 0) change.changed('character', moved);
  });
}

function incompleteOrder() {
  return invalid('The list must contain every character exactly once.');
}

function expectProject({ projectId }: Scope, named: number | undefined, sentence: string): void {
  if (named !== undefined && named !== projectId) throw invalid('Another project', { projectId: sentence });
}

/** Throw conflict if another character of the project has this name. */
async function expectOwnName({ tx, projectId }: ProjectChange, name: string, ownId: number): Promise<void> {
  const key = speakerKey(name);
  const others = (await characterNames(tx, projectId)).filter(({ id }) => id !== ownId);
  if (others.some((other) => speakerKey(other.name) === key)) throw nameTaken();
}

const nameTaken = () => conflict('A character with this name already exists.');

/**
 * Run a write that stores a name. Converts the violation of the unique index to a conflict.
 * Postgres treats some letters as equal in lower case that `speakerKey` does not.
 */
async function withOwnName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'characters_name_key')) throw nameTaken();
    throw error;
  }
}

/** Store the changed positions and return the ids of the moved characters. */
async function storePlaces(
  { tx }: ProjectChange,
  before: readonly Placed[],
  after: readonly Placed[],
): Promise<number[]> {
  const moved = changedRows(before, after);
  await updateRows(
    tx,
    characters,
    moved.map(({ id, orderIndex }) => ({ id, displayOrder: orderIndex })),
  );
  return moved.map(({ id }) => id);
}

/**
 * Return the character. Throws notFound if it was deleted after the access check or belongs to
 * another project.
 */
async function findOrThrow({ tx, projectId }: ProjectChange, characterId: number) {
  const character = await characterById(tx, characterId);
  if (character?.projectId !== projectId) throw notFound('Character');
  return character;
}
