import { createHash } from 'node:crypto';
import type { ElementType } from '#screenplay/element.ts';

/** Fields of an element that affect its summary. */
export interface HashedElement {
  id: number;
  sceneId: number;
  elementType: ElementType;
  content: string;
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

/** Elements in script order → those of each scene, scenes in script order, too. */
export function byScene<Element extends { sceneId: number }>(
  elements: readonly Element[],
): Map<number, Element[]> {
  return Map.groupBy(elements, ({ sceneId }) => sceneId);
}
