import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  /** Lines of each page, from the top. Text at the same height is one line. */
  pages: string[][];
  /** Width and height of every page, in points. */
  sizes: [number, number][];
  labels: string[] | null;
  /** Bookmarks with the page that each leads to, counted from 0. */
  outline: { title: string; page: number }[];
  info: Record<string, unknown>;
  isTagged: boolean;
  /** Fonts of the first two pages, with whether the file embeds them. */
  fonts: Map<string, boolean>;
  /**
   * Lines drawn under and through words of the first two pages: the left and right end of each, and
   * its middle, in points from the bottom.
   */
  rules: { from: number; to: number; y: number }[];
  /** Tags of each page's structure, in reading order. */
  tags: string[][];
}

/** Read a PDF with an independent program. */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, fontExtraProperties: true });
  const document = await task.promise;
  try {
    const read: ReadPdf = {
      pages: [],
      sizes: [],
      labels: await document.getPageLabels(),
      outline: [],
      info: (await document.getMetadata()).info as Record<string, unknown>,
      // A Map, although its type says otherwise.
      isTagged:
        ((await document.getMarkInfo()) as unknown as Map<string, boolean> | null)?.get('Marked') === true,
      fonts: new Map(),
      rules: [],
      tags: [],
    };
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const [, , width = 0, height = 0] = page.view;
      read.sizes.push([width, height]);
      const { items, styles } = await page.getTextContent();
      const lines = new Map<number, string>();
      for (const item of items) {
        if (!('str' in item) || item.str === '') continue;
        const y = Math.round(Number(item.transform[5]));
        lines.set(y, (lines.get(y) ?? '') + item.str);
      }
      read.pages.push([...lines].sort(([a], [b]) => b - a).map(([, text]) => text));
      read.tags.push(rolesOf((await page.getStructTree()) as TreeNode | null));
      if (number > 2) continue;
      read.rules.push(...rulesOf(await page.getOperatorList()));
      for (const id of Object.keys(styles)) {
        const { name, missingFile } = page.commonObjs.get(id) as { name: string; missingFile: boolean };
        read.fonts.set(name, !missingFile);
      }
    }
    for (const { title, dest } of (await document.getOutline()) ?? []) {
      const [target] = Array.isArray(dest) ? dest : [];
      read.outline.push({ title, page: target ? await document.getPageIndex(target) : -1 });
    }
    return read;
  } finally {
    await task.destroy();
  }
}

/**
 * Return the filled rectangles. A path is one list of numbers: each corner is an operator with its
 * coordinates.
 */
function rulesOf({ fnArray, argsArray }: { fnArray: number[]; argsArray: unknown[] }): ReadPdf['rules'] {
  const paths = argsArray.filter((_, index) => fnArray[index] === OPS.constructPath);
  return (paths as [number, [ArrayLike<number>]][]).flatMap(([, [path]]) => {
    const corners = cornersPerRectangle * 3 + 1;
    const numbers = Array.from(path);
    return Array.from({ length: numbers.length / corners }, (_, index) => {
      const [, left = 0, bottom = 0, , right = 0, , , , top = 0] = numbers.slice(index * corners);
      return { from: left, to: right, y: (bottom + top) / 2 };
    });
  });
}

const cornersPerRectangle = 4;

interface TreeNode {
  role?: string;
  children?: TreeNode[];
}

function rolesOf(node: TreeNode | null): string[] {
  if (!node?.role) return [];
  return [node.role, ...(node.children ?? []).flatMap(rolesOf)];
}
