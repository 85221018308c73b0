import type { ScriptElement } from '#screenplay/element.ts';
import { linePoints } from '#screenplay/layout/metrics.ts';
import { plainTextOf } from '#screenplay/layout/text.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import type { Bookmark } from './outline.ts';
import type { Structure, StructureNode } from './structure.ts';

/** A page as bookmarks need it. */
export interface BookmarkedPage {
  /** Its object number. */
  id: number;
  heightPoints: number;
}

/**
 * Sorts what is drawn into scenes: a section and a bookmark for each heading, in it a block for each element. Runs
 * come in the order of their elements.
 */
export class ScriptStructure {
  readonly #elements: readonly ScriptElement[];
  readonly #structure: Structure;
  readonly #nodes = new Map<number, StructureNode>();
  readonly #bookmarks: Bookmark[] = [];
  #titleSection: StructureNode | undefined;
  #section: StructureNode | null = null;
  /** Elements before this one are sorted. */
  #next = 0;

  constructor(elements: readonly ScriptElement[], structure: Structure) {
    this.#elements = elements;
    this.#structure = structure;
  }

  /** The block that a run belongs to; a line of the title page is a block of its own. */
  blockOf(run: TextRun, page: BookmarkedPage): StructureNode {
    if (run.elementIndex === null) {
      this.#titleSection ??= this.#structure.addSection('Title page');
      return this.#structure.addBlock('P', this.#titleSection);
    }
    this.#sortUpTo(run.elementIndex + 1, page, run.yPoints - linePoints);
    let node = this.#nodes.get(run.elementIndex);
    if (!node) {
      const isHeading = this.#elements[run.elementIndex]?.elementType === 'scene_heading';
      node = this.#structure.addBlock(isHeading ? 'H1' : 'P', this.#section);
      this.#nodes.set(run.elementIndex, node);
    }
    return node;
  }

  /** One for each heading, in order. Headings after the last text are found at the foot of the last page. */
  bookmarks(lastPage: BookmarkedPage): readonly Bookmark[] {
    this.#sortUpTo(this.#elements.length, lastPage, lastPage.heightPoints);
    return this.#bookmarks;
  }

  // A heading without text has no run: its scene begins where the next text stands.
  #sortUpTo(end: number, page: BookmarkedPage, yPoints: number): void {
    for (; this.#next < end; this.#next++) {
      const element = this.#elements[this.#next];
      if (element?.elementType !== 'scene_heading') continue;
      const number = element.sceneNumber || String(this.#bookmarks.length + 1);
      const title = `${number}. ${plainTextOf(element).replace(/\s+/g, ' ').trim()}`.trim();
      this.#section = this.#structure.addSection(title);
      this.#bookmarks.push({ title, pageId: page.id, topPoints: page.heightPoints - yPoints });
    }
  }
}
