import { type PdfWriter, textString } from './writer.ts';

interface StructureNode {
  id: number;
  tag: string;
  title: string;
  alt?: string;
  parent: StructureNode | null;
  children: StructureNode[];
  /** Its pieces: the page's object number and the piece's number on it. */
  pieces: { pageId: number; markId: number }[];
  /** Whether one of its pieces has more than spaces. */
  hasText: boolean;
}

/**
 * Logical structure of the document for screen readers: Document > Sect per scene > H1 and P.
 * Source: ISO 32000-1, 14.7 and 14.8.
 */
export class Structure {
  readonly #pdf: PdfWriter;
  readonly #rootId: number;
  readonly #document: StructureNode;
  /** For each page the object numbers of its pieces' nodes, in order. */
  readonly #pages: number[][] = [];

  constructor(pdf: PdfWriter) {
    this.#pdf = pdf;
    this.#rootId = pdf.reserve();
    this.#document = this.#node('Document', '', null);
  }

  get rootId(): number {
    return this.#rootId;
  }

  addSection(title: string): StructureNode {
    return this.#node('Sect', title, this.#document);
  }

  addBlock(tag: 'H1' | 'P', section: StructureNode | null): StructureNode {
    return this.#node(tag, '', section ?? this.#document);
  }

  /** Add a picture with its alternative text. */
  addFigure(alt: string, section: StructureNode): StructureNode {
    return Object.assign(this.#node('Figure', '', section), { alt });
  }

  /** Add a piece of `node` to the page and return its number. */
  addPiece(node: StructureNode, pageIndex: number, pageId: number): number {
    const page = this.#pages[pageIndex] ?? [];
    this.#pages[pageIndex] = page;
    const markId = page.push(node.id) - 1;
    node.pieces.push({ pageId, markId });
    return markId;
  }

  write(): void {
    this.#write(this.#document);
    const pages = this.#pages.map((nodes, index) => {
      const id = this.#pdf.put(`[${nodes.map((node) => `${node} 0 R`).join(' ')}]`);
      return `${index} ${id} 0 R`;
    });
    const parents = this.#pdf.put(`<</Nums[${pages.join(' ')}]>>`);
    this.#pdf.put(
      `<</Type/StructTreeRoot/K ${this.#document.id} 0 R/ParentTree ${parents} 0 R` +
        `/ParentTreeNextKey ${this.#pages.length}>>`,
      this.#rootId,
    );
  }

  #node(tag: string, title: string, parent: StructureNode | null): StructureNode {
    const node = { id: this.#pdf.reserve(), tag, title, parent, children: [], pieces: [], hasText: false };
    parent?.children.push(node);
    return node;
  }

  #write({ id, tag, title, alt, parent, children, pieces }: StructureNode): void {
    const pageId = pieces[0]?.pageId;
    const kids = [
      ...children.map((child) => `${child.id} 0 R`),
      ...pieces.map((piece) =>
        piece.pageId === pageId ? piece.markId : `<</Type/MCR/Pg ${piece.pageId} 0 R/MCID ${piece.markId}>>`,
      ),
    ];
    this.#pdf.put(
      `<</S/${tag}/P ${parent?.id ?? this.#rootId} 0 R${title ? `/T ${textString(title)}` : ''}` +
        `${alt ? `/Alt ${textString(alt)}` : ''}` +
        `${pageId === undefined ? '' : `/Pg ${pageId} 0 R`}/K[${kids.join(' ')}]>>`,
      id,
    );
    for (const child of children) this.#write(child);
  }
}

export type { StructureNode };
