import type { MovedPositions } from './movedPositions.ts';
import { childNodes, type XmlNode } from './xml.ts';

/** Return the position of a DeletedTextLocation; null if it has none. */
export function deletedTextOffset({ attributes }: XmlNode): number | null {
  return /^\d+$/.test(attributes.Offset ?? '') ? Number(attributes.Offset) : null;
}

/** Move the positions of deleted text along with the words around them. */
export function moveDeletedText(part: XmlNode, moved: MovedPositions): XmlNode {
  for (const place of childNodes(part)) {
    const offset = deletedTextOffset(place);
    if (offset !== null) place.attributes.Offset = `${moved.of(offset)}`;
  }
  return part;
}
