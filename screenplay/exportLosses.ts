import type { LayoutOverride, ScriptElement } from './element.ts';
import { isCueType } from './elementTypes/predicates.ts';
import { hasMarks, parseEmphasis } from './emphasis.ts';
import type { ExportFormat } from './exportFormats.ts';
import { isOutline } from './hidden.ts';
import { withPairsOnly } from './otherFormats/writtenScript.ts';
import type { Screenplay, ScriptNote } from './screenplay.ts';

/** Content that a format may not hold. */
type Content =
  | 'comments'
  | 'columns'
  | 'hidden'
  | 'header'
  | 'titleLayout'
  | 'paragraphLayout'
  | 'preserved'
  | 'styles';

/** Content that each format does not hold. */
const losses: Record<ExportFormat, readonly Content[]> = {
  pdf: ['hidden'],
  fdx: [],
  fountain: ['header', 'titleLayout', 'paragraphLayout', 'preserved'],
  docx: ['hidden', 'header', 'titleLayout', 'preserved'],
  fadein: ['columns', 'header', 'titleLayout', 'preserved'],
  osf: ['columns', 'header', 'titleLayout', 'preserved'],
  html: ['comments', 'hidden', 'header', 'titleLayout', 'paragraphLayout', 'preserved'],
  epub: ['comments', 'hidden', 'header', 'titleLayout', 'paragraphLayout', 'preserved'],
  txt: ['comments', 'hidden', 'styles', 'preserved'],
};

type Exported = Pick<Screenplay, 'elements' | 'format' | 'source'> & { notes: readonly ScriptNote[] };

/** Count each content in a script; 0 where there is none. */
const counts: Record<Content, (script: Exported) => number> = {
  comments: ({ notes }) => notes.length,
  columns: ({ elements }) => {
    const paired = withPairsOnly(elements);
    const isLost = ({ elementType, dual }: ScriptElement, index: number) =>
      isCueType(elementType) && dual !== null && paired[index]?.dual === null;
    return elements.filter(isLost).length;
  },
  hidden: ({ elements, format }) => (format.outlineHidden ? elements.filter(isOutline).length : 0),
  header: ({ format: { running } }) => (running ? 1 : 0),
  titleLayout: ({ format: { titleSection } }) => (titleSection ? 1 : 0),
  paragraphLayout: ({ elements }) => elements.filter(({ extras }) => hasOwnLayout(extras?.layout)).length,
  preserved: ({ source, elements }) =>
    source?.fdx !== undefined || elements.some(({ extras }) => extras?.fdx !== undefined) ? 1 : 0,
  styles: ({ elements }) =>
    elements.filter(({ content }) => hasMarks(content) && parseEmphasis(content).spans.length > 0).length,
};

/** Return whether a layout has more than a new page and centred text. */
function hasOwnLayout(layout: LayoutOverride | undefined): boolean {
  if (!layout) return false;
  const { startsNewPage: _, alignment, ...indents } = layout;
  return Object.keys(indents).length > 0 || (alignment !== undefined && alignment !== 'Center');
}

const texts: Record<Content, (count: number) => string> = {
  comments: (count) => (count === 1 ? '1 comment' : `${count} comments`),
  columns: (count) => `the columns of ${count} ${count === 1 ? 'speech' : 'speeches'} side by side`,
  hidden: (count) => `${count} hidden outline ${count === 1 ? 'paragraph' : 'paragraphs'}`,
  header: () => 'headers and footers',
  titleLayout: () => 'the layout of the title page',
  paragraphLayout: (count) => `the indents of ${count} ${count === 1 ? 'paragraph' : 'paragraphs'}`,
  preserved: () => 'revisions, tags and other content of the Final Draft file',
  styles: (count) =>
    `bold, italic and underlined text (${count} ${count === 1 ? 'paragraph' : 'paragraphs'})`,
};

/** Return what a file of this format does not hold of a script, as texts for the user. */
export function exportLosses(format: ExportFormat, script: Exported): string[] {
  return losses[format].flatMap((content) => {
    const count = counts[content](script);
    return count > 0 ? [texts[content](count)] : [];
  });
}
