import type { ScriptElement } from '#screenplay/element.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { linePoints } from '#screenplay/layout/metrics.ts';
import { plainTextOf } from '#screenplay/layout/text.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import type { Bookmark } from './outline.ts';
import type { Structure, StructureNode } from './structure.ts';

/** A page as a target of bookmarks. */
export interface BookmarkedPage {
  /** Object number. */
  id: number;
  heightPoints: number;
}

/**
 * Groups the drawn runs by scene: a section and a bookmark per heading, and a block per element.
 * Runs must come in the order of their elements.
 */
export class ScriptStructure {
  readonly #elements: readonly ScriptElement[];
  readonly #structure: Structure;
  readonly #nodes = new Map<number, StructureNode>();
  readonly #bookmarks: Bookmark[] = [];
  #titleSection: StructureNode | undefined;
  #section: StructureNode | null = null;
  /** Index of the first element that is not grouped yet. */
  #next = 0;

  constructor(elements: readonly ScriptElement[], structure: Structure) {
    this.#elements = elements;
    this.#structure = structure;
  }

  /** Return the block of a run. A line of the title page is a separate block. */
  blockOf(run: TextRun, page: BookmarkedPage): StructureNode {
    if (run.elementIndex === null) {
      this.#titleSection ??= this.#structure.addSection('Title page');
      return this.#structure.addBlock('P', this.#titleSection);
    }
    this.#sortUpTo(run.elementIndex + 1, page, run.yPoints - linePoints);
    let node = this.#nodes.get(run.elementIndex);
    if (!node) {
      const isHeading = isHeadingType(this.#elements[run.elementIndex]?.elementType);
      node = this.#structure.addBlock(isHeading ? 'H1' : 'P', this.#section);
      this.#nodes.set(run.elementIndex, node);
    }
    return node;
  }

  /**
   * Return one bookmark per heading, in order. Headings after the last text point to the bottom of
   * the last page.
   */
  bookmarks(lastPage: BookmarkedPage): readonly Bookmark[] {
    this.#sortUpTo(this.#elements.length, lastPage, lastPage.heightPoints);
    return this.#bookmarks;
  }

  // A heading without text has no run, so its scene begins at the next text.
  #sortUpTo(end: number, page: BookmarkedPage, yPoints: number): void {
    for (; this.#next < end; this.#next++) {
      const element = this.#elements[this.#next];
      if (!isHeadingType(element?.elementType)) continue;
      const number = element.sceneNumber || String(this.#bookmarks.length + 1);
      const title = `${number}. ${plainTextOf(element).replace(/\s+/g, ' ').trim()}`.trim();
      this.#section = this.#structure.addSection(title);
      this.#bookmarks.push({ title, pageId: page.id, topPoints: page.heightPoints - yPoints });
    }
  }
}
