import { createHash } from 'node:crypto';
import type { ScriptElement } from '#screenplay/element.ts';

/** Fields of an element that affect its summary. */
export interface HashedElement extends Pick<ScriptElement, 'elementType' | 'content'> {
  id: number;
  sceneId: number;
  characterName: string | null;
}

/** Return a hash of a scene's elements: their types, texts and speakers, in order. */
export function hashOfScene(elements: readonly HashedElement[]): string {
  const texts = elements.map(({ elementType, content, characterName }) => [
    elementType,
    content,
    characterName,
  ]);
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}

/** Group elements by scene, in script order. */
export function byScene<Element extends { sceneId: number }>(
  elements: readonly Element[],
): Map<number, Element[]> {
  return Map.groupBy(elements, ({ sceneId }) => sceneId);
}
