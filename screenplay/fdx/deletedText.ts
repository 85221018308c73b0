import type { ScriptElement } from '../element.ts';
import { plainTextOf } from '../layout/text.ts';
import { revisionMarksOf } from '../revisions/revisedText.ts';
import type { Revisions } from '../revisions/revisionSets.ts';
import { caretAfter } from '../textAlignment.ts';
import type { Collector } from './collect.ts';
import { positionInScript } from './lockedPages.ts';
import type { MovedPositions } from './movedPositions.ts';
import { lastAtOrBefore } from './notes.ts';
import { deletedTextOffset, idOfMark, markOfId } from './revisionIds.ts';
import type { WrittenContent } from './writeContent.ts';
import { writtenText } from './writtenParagraph.ts';
import { childNodes, type XmlNode } from './xml.ts';

/** Set the marks of deleted text that a file lists on the elements. */
export function readDeletedText(part: XmlNode, { elements, starts, startElements }: Collector): void {
  for (const place of childNodes(part)) {
    const offset = deletedTextOffset(place);
    const mark = markOfId(place.attributes.RevisionID);
    const paragraph = offset === null ? -1 : lastAtOrBefore(starts, offset);
    const index = startElements[paragraph] ?? elements.length;
    const element = elements[index] ?? elements.at(-1);
    if (offset === null || mark === 0 || !element) continue;
    const text = plainTextOf(element);
    const isOwn = elements[index] === element && startElements[paragraph + 1] !== index && !element.dual;
    const at = isOwn ? caretAfter(writtenText(element), text, offset - (starts[paragraph] as number)) : 0;
    const revised = element.extras?.revised ?? { mark: 0, text };
    const deletions = [...(revised.deletions ?? []), [at, mark, 1] satisfies [number, number, 1]];
    element.extras = {
      ...element.extras,
      revised: { ...revised, deletions: deletions.sort((a, b) => a[0] - b[0]) },
    };
  }
}

/**
 * Return the DeletedText part. Positions of the file move along with the words around them; those
 * of text that was deleted here are added. Cleared ones are left out.
 */
export function writtenDeletedText(
  part: XmlNode,
  moved: MovedPositions | null,
  revisions: Revisions | undefined,
  elements: readonly ScriptElement[],
  content: WrittenContent,
): XmlNode {
  const idOf = (mark: number) => (revisions ? idOfMark(revisions, mark) : mark);
  const children = part.children.filter((child) => {
    if (typeof child === 'string') return true;
    const mark = markOfId(child.attributes.RevisionID);
    return mark === 0 || idOf(mark) !== 0;
  });
  for (const place of childNodes({ ...part, children })) {
    const offset = deletedTextOffset(place);
    if (offset !== null && moved) place.attributes.Offset = `${moved.of(offset)}`;
    const mark = markOfId(place.attributes.RevisionID);
    if (mark !== 0 && idOf(mark) !== mark) place.attributes.RevisionID = `${idOf(mark)}`;
  }
  return { ...part, children: [...children, ...(revisions ? ownDeletions(elements, content, idOf) : [])] };
}

function ownDeletions(
  elements: readonly ScriptElement[],
  content: WrittenContent,
  idOf: (mark: number) => number,
): XmlNode[] {
  return elements.flatMap((element, index) =>
    element.extras?.revised
      ? revisionMarksOf(element).deletions.flatMap(([at, mark, isOfFile]): XmlNode[] => {
          const id = idOf(mark);
          if (isOfFile || id === 0) return [];
          const offset = element.dual
            ? (content.places[index]?.at ?? 0)
            : positionInScript(elements, content, index, at);
          const attributes = { Offset: `${offset}`, RevisionID: `${id}` };
          return [{ name: 'DeletedTextLocation', attributes, children: [] }];
        })
      : [],
  );
}
