import { decimal, type PdfWriter, textString } from './writer.ts';

export interface Bookmark {
  title: string;
  pageId: number;
  /** Distance from the bottom of the paper. */
  topPoints: number;
}

/** Write the bookmarks and return the object number of the root. Null: there are none. */
export function writeOutline(pdf: PdfWriter, bookmarks: readonly Bookmark[]): number | null {
  if (bookmarks.length === 0) return null;
  const rootId = pdf.reserve();
  const ids = bookmarks.map(() => pdf.reserve());
  const link = (key: string, id: number | undefined) => (id === undefined ? '' : `/${key} ${id} 0 R`);
  bookmarks.forEach(({ title, pageId, topPoints }, index) => {
    pdf.put(
      `<</Title ${textString(title)}/Parent ${rootId} 0 R${link('Prev', ids[index - 1])}${link('Next', ids[index + 1])}` +
        `/Dest[${pageId} 0 R/XYZ 0 ${decimal(topPoints)} null]>>`,
      ids[index],
    );
  });
  pdf.put(
    `<</Type/Outlines${link('First', ids[0])}${link('Last', ids.at(-1))}/Count ${ids.length}>>`,
    rootId,
  );
  return rootId;
}
