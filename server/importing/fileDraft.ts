import { setImmediate } from 'node:timers/promises';
import type { Draft, DraftElement } from '#screenplay/comparing/draft.ts';
import type { TitlePage } from '#screenplay/element.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { PreparedImport } from './prepare.ts';

type PreparedElement = Pick<DraftElement, 'content' | 'dual' | 'extras'> & {
  type: DraftElement['elementType'];
  original: string | null;
  /** Position of its scene. */
  scene: number;
};

/** Draft of a file, whose title page is always known. */
export interface FileDraft extends Draft {
  titlePage: TitlePage;
}

/** Return the script that an import of a file would store. Yields between its batches. */
export async function draftOfPrepared({ batches, format, titlePage }: PreparedImport): Promise<FileDraft> {
  const elements: DraftElement[] = [];
  for (const batch of batches) {
    const scenes = JSON.parse(batch.scenes) as { number: number; display: string | null }[];
    const numbers = new Map(scenes.map(({ number, display }) => [number, display]));
    for (const { type, original, scene, content, dual, extras } of JSON.parse(
      batch.elements,
    ) as PreparedElement[])
      elements.push({
        ...{ elementType: type, content, dual, extras, originalType: original },
        sceneNumber: isHeadingType(type) ? (numbers.get(scene) ?? null) : null,
      });
    await setImmediate();
  }
  return { elements, format, titlePage };
}
