import { eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { isUpperCased } from '#screenplay/element.ts';
import { mergeElement } from '#screenplay/merge.ts';
import { compareOrder, type Placed, placeAfter, repairDuplicates } from '#screenplay/order.ts';
import { touchesScenes } from '#screenplay/scenes.ts';
import type { Db } from '#server/db/client.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { conflict, invalid, notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import { type createElement, Element, type updateElement } from '#shared/contract/elements.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { recordHistory } from './history.ts';
import {
  type ElementRow,
  elementAtVersion,
  elementById,
  type OutlinedElement,
  outlineOf,
  renumber,
  scriptJson,
} from './script.queries.ts';
import { type ChangedScenes, keepScenesInStep, noChangedScenes } from './stretches.ts';

type Where = { projectId: number; userId: string };
type ElementInput = HandlerInput<typeof createElement>['body'];
type ElementPatch = HandlerInput<typeof updateElement>['body'];

/** An element that is being made, before the database gives it an id. */
const unstoredId = -1;

/**
 * Adds an element at its place, makes room where there is none, and keeps the scenes in step; one
 * transaction. Throws invalid when the place is not in this project, or the script has no scene yet and the
 * element is no heading.
 */
export function addElement(db: Db, where: Where, input: ElementInput) {
  return changeProject(db, where, async (change) => {
    // A number that the caller chose is one of the numbers as they stand: it is not to be overtaken by a repair.
    const isNumbered = input.afterId === undefined && input.orderIndex !== undefined;
    const outline = await outlineOf(change.tx, change.projectId);
    const repaired = isNumbered ? [] : await repair(change, outline);
    const ordered = moved(outline, repaired);
    const placement = placeFor(ordered, input);
    const { orderIndex } = placement;
    await renumber(change.tx, change.projectId, placement.renumbered);
    const renumbered = together(repaired, placement.renumbered);
    const fields = normalised(input);
    const { sceneId, scenes } = await sceneForNew(change, moved(ordered, placement.renumbered), {
      id: unstoredId,
      orderIndex,
      elementType: fields.elementType,
      content: fields.content,
      sceneId: null,
    });
    const [element] = await change.tx
      .insert(scriptElements)
      .values({ ...fields, projectId: change.projectId, sceneId, orderIndex })
      .returning();
    if (!element) throw new Error('The database gave no row for a new element');
    await recordHistory(change, null, element);
    change.changed('element', [element.id, ...renumbered.map((place) => place.id)]);
    return { ...element, renumbered, ...scenes };
  });
}

/** The fields of a new element, in capitals where its type asks for them (spec workspace §5). */
function normalised({ elementType, content, characterName, parenthetical, dual }: ElementInput) {
  return {
    elementType,
    content: isUpperCased(elementType) ? content.toUpperCase() : content,
    characterName: characterName?.toUpperCase() ?? null,
    parenthetical: parenthetical ?? null,
    dual: dual ?? null,
  };
}

/** Numbers the script anew where two elements share a place; those whose number changed. */
async function repair(change: ProjectChange, outline: readonly OutlinedElement[]): Promise<Placed[]> {
  const repaired = repairDuplicates(outline);
  if (repaired.length === 0) return repaired;
  await renumber(change.tx, change.projectId, repaired);
  change.changed(
    'element',
    repaired.map((place) => place.id),
  );
  return repaired;
}

/** Two rounds of new places as one; an element moved in both has that of the second. */
function together(first: readonly Placed[], second: readonly Placed[]): Placed[] {
  const places = new Map([...first, ...second].map(({ id, orderIndex }) => [id, orderIndex]));
  return Array.from(places, ([id, orderIndex]) => ({ id, orderIndex }));
}

function moved(outline: OutlinedElement[], places: readonly Placed[]): OutlinedElement[] {
  if (places.length === 0) return outline;
  const byId = new Map(places.map((place) => [place.id, place.orderIndex]));
  return outline.map((element) => ({ ...element, orderIndex: byId.get(element.id) ?? element.orderIndex }));
}

/**
 * Where a new element goes: behind `afterId`, or at `orderIndex` as documented, or at the end of `sceneId`,
 * or at the end of the script.
 */
function placeFor(outline: OutlinedElement[], { afterId, orderIndex, sceneId }: ElementInput) {
  const lastOfScene = outline.findLast((element) => element.sceneId === sceneId);
  if (sceneId != null && !lastOfScene) {
    throw invalid('Scene not found', { sceneId: 'No scene of this project' });
  }
  if (afterId === undefined && orderIndex !== undefined) return { orderIndex, renumbered: [] };
  const after = afterId === undefined ? ((lastOfScene ?? outline.at(-1))?.id ?? null) : afterId;
  if (after !== null && !outline.some((element) => element.id === after)) {
    throw invalid('Element not found', { afterId: 'No element of this project' });
  }
  const placement = placeAfter(outline, after, 1);
  return { orderIndex: placement.orderIndexes[0] ?? 0, renumbered: placement.renumbered };
}

function isHeading(element: OutlinedElement): boolean {
  return element.elementType === 'scene_heading';
}

/** The scene in which a new element stands, made or changed where it must be (decisions OQ-51 to OQ-53). */
async function sceneForNew(change: ProjectChange, outline: OutlinedElement[], element: OutlinedElement) {
  const at = outline.findIndex((other) => other.orderIndex > element.orderIndex);
  const position = at < 0 ? outline.length : at;
  const before = outline[position - 1];
  const isInOpening = !outline.slice(0, position).some(isHeading);
  if (before && before.sceneId !== null && !touchesScenes(null, element, isInOpening)) {
    return { sceneId: before.sceneId, scenes: noChangedScenes };
  }
  if (outline.length === 0 && element.elementType !== 'scene_heading') {
    throw invalid('Start with a scene heading.', { elementType: 'The script has no scene yet' });
  }
  const { sceneOf, ...scenes } = await keepScenesInStep(change, outline.toSpliced(position, 0, element));
  const sceneId = sceneOf(element.id);
  if (sceneId === undefined) throw new Error('A new element was given no scene');
  return { sceneId, scenes };
}

/**
 * Changes fields of an element. A save based on an older version is merged with what was stored since; where
 * both changed the same words, nothing is stored and a conflict with both texts is thrown (decision OQ-27).
 */
export function changeElement(db: Db, where: Where, elementId: number, patch: ElementPatch) {
  return changeProject(db, where, async (change) => {
    const before = await elementById(change.tx, change.projectId, elementId);
    if (!before) throw notFound('Element');
    const fields = await fieldsToStore(change, before, patch);
    const isTold = differs(toldFields(before), fields);
    if (!differs(before, fields)) return { ...before, ...noChangedScenes };
    const [element] = await change.tx
      .update(scriptElements)
      .set({ ...fields, version: before.version + (isTold ? 1 : 0) })
      .where(eq(scriptElements.id, elementId))
      .returning();
    if (!element) throw notFound('Element');
    if (isTold) await recordHistory(change, before, element);
    change.changed('element', [elementId]);
    const isMoved = before.orderIndex !== element.orderIndex;
    if (!isMoved && !touchesScenes(before, element, false)) return { ...element, ...noChangedScenes };
    const { sceneOf, ...scenes } = await keepScenesInStep(
      change,
      await outlineOf(change.tx, change.projectId),
    );
    return { ...element, sceneId: sceneOf(elementId) ?? element.sceneId, ...scenes };
  });
}

/** Whether `after` gives any field another value than `before` has. */
function differs(before: object, after: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).some(([field, value]) => stored.has(field) && stored.get(field) !== value);
}

/** What a reader of the history is told of an element. */
function toldFields({ content, elementType, characterName, parenthetical }: ElementRow) {
  return { content, elementType, characterName, parenthetical };
}

/** The patch on top of what is stored, merged where it was made on an older version. */
async function fieldsToStore(change: ProjectChange, stored: ElementRow, patch: ElementPatch) {
  const { baseVersion, ...given } = patch;
  const isStale = baseVersion !== undefined && baseVersion < stored.version;
  const fields: ReturnType<typeof toldFields> & Partial<ElementRow> = {
    ...toldFields(stored),
    ...(given as Partial<ElementRow>),
    ...(isStale ? await merged(change, stored, given, baseVersion) : {}),
  };
  if (isUpperCased(fields.elementType)) fields.content = fields.content.toUpperCase();
  if (given.characterName) fields.characterName = given.characterName.toUpperCase();
  // The name a file gave its type says nothing of the type a writer chose since.
  if (fields.elementType !== stored.elementType) fields.originalType = null;
  return fields;
}

async function merged(
  change: ProjectChange,
  stored: ElementRow,
  given: Omit<ElementPatch, 'baseVersion'>,
  baseVersion: number,
) {
  const known = await elementAtVersion(change.tx, change.projectId, stored.id, baseVersion);
  const theirs = toldFields(stored);
  const base = known && {
    content: known.content ?? '',
    elementType: known.elementType ?? stored.elementType,
    characterName: known.characterName,
    // History does not tell it: what is stored counts as unchanged.
    parenthetical: stored.parenthetical,
  };
  const result = base && mergeElement(base, theirs, { ...base, ...(given as Partial<typeof base>) });
  if (result?.merged) return result.merged;
  throw conflict('Somebody else changed this element at the same time.', {
    current: z.encode(Element, stored),
    base: base ? { content: base.content } : null,
    yours: { content: given.content ?? stored.content },
  });
}

/** Deletes an element; its comments stay (decision OQ-67), its stretch merges when it was a heading. */
export function removeElement(db: Db, where: Where, elementId: number): Promise<ChangedScenes> {
  return changeProject(db, where, async (change) => {
    const element = await elementById(change.tx, change.projectId, elementId);
    if (!element) throw notFound('Element');
    await change.tx.delete(scriptElements).where(eq(scriptElements.id, elementId));
    await recordHistory(change, element, null);
    change.changed('element', [elementId]);
    const outline = await outlineOf(change.tx, change.projectId);
    const firstHeading = outline.find(isHeading);
    const isInOpening = !firstHeading || compareOrder(firstHeading, element) > 0;
    if (!touchesScenes(element, null, isInOpening)) return noChangedScenes;
    const { scenes, removedSceneIds } = await keepScenesInStep(change, outline);
    return { scenes, removedSceneIds };
  });
}

/**
 * The script as JSON for a reader, or of it what `narrow` asks for. Places that elements share are repaired
 * first; `isRepaired` tells that this took a revision of its own.
 */
export async function readScript(
  db: Db,
  where: Where,
  narrow?: SQL,
): Promise<{ script: string; isRepaired: boolean }> {
  const { script, hasDuplicates } = await scriptJson(db, where.projectId, narrow);
  if (!hasDuplicates) return { script, isRepaired: false };
  await changeProject(db, where, async (change) =>
    repair(change, await outlineOf(change.tx, change.projectId)),
  );
  return { script: (await scriptJson(db, where.projectId, narrow)).script, isRepaired: true };
}
