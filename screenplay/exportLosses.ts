import type { LayoutOverride, ScriptElement } from './element.ts';
import { isCueType } from './elementTypes/predicates.ts';
import { hasMarks, parseEmphasis } from './emphasis.ts';
import type { ExportFormat } from './exportFormats.ts';
import { blocksOf, spellingOf } from './fountain/extras.ts';
import { extractHidden } from './fountain/hidden.ts';
import { isOutline } from './hidden.ts';
import { withPairsOnly } from './otherFormats/writtenScript.ts';
import type { Screenplay, ScriptNote } from './screenplay.ts';

/** Content that a format may not hold. */
type Content =
  | 'comments'
  | 'columns'
  | 'cuts'
  | 'sections'
  | 'hidden'
  | 'header'
  | 'titleLayout'
  | 'paragraphLayout'
  | 'preserved'
  | 'styles';

/** Content that each format does not hold. */
const losses: Record<ExportFormat, readonly Content[]> = {
  pdf: ['comments', 'cuts', 'sections', 'hidden'],
  fdx: ['cuts', 'sections'],
  fountain: ['header', 'titleLayout', 'paragraphLayout', 'preserved'],
  docx: ['cuts', 'sections', 'hidden', 'header', 'titleLayout', 'preserved'],
  fadein: ['cuts', 'sections', 'columns', 'header', 'titleLayout', 'preserved'],
  osf: ['cuts', 'sections', 'columns', 'header', 'titleLayout', 'preserved'],
  html: ['cuts', 'sections', 'comments', 'hidden', 'header', 'titleLayout', 'paragraphLayout', 'preserved'],
  epub: ['cuts', 'sections', 'comments', 'hidden', 'header', 'titleLayout', 'paragraphLayout', 'preserved'],
  txt: ['cuts', 'sections', 'comments', 'hidden', 'styles', 'preserved'],
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
  cuts: (script) => preservedBlocks(script).filter(isCut).length + cutsInLines(script.elements),
  sections: (script) => preservedBlocks(script).filter((block) => !isCut(block)).length,
  hidden: ({ elements, format }) => (format.outlineHidden ? elements.filter(isOutline).length : 0),
  header: ({ format: { running } }) => (running ? 1 : 0),
  titleLayout: ({ format: { titleSection } }) => (titleSection ? 1 : 0),
  paragraphLayout: ({ elements }) => elements.filter(({ extras }) => hasOwnLayout(extras?.layout)).length,
  preserved: ({ source, elements }) =>
    source?.fdx !== undefined || elements.some(({ extras }) => extras?.fdx !== undefined) ? 1 : 0,
  styles: ({ elements }) =>
    elements.filter(({ content }) => hasMarks(content) && parseEmphasis(content).spans.length > 0).length,
};

/** Return the cut passages, sections and synopses between the elements of a Fountain file. */
function preservedBlocks({ elements, source }: Exported): string[] {
  const before = elements.flatMap(({ extras }) => blocksOf(extras?.fountain, 'before'));
  return [...before, ...blocksOf(source?.fountain, 'after')];
}

function isCut(block: string): boolean {
  return block.startsWith('/*');
}

/** Count the cut passages in the lines of elements of a Fountain file. */
function cutsInLines(elements: readonly ScriptElement[]): number {
  let count = 0;
  for (const { extras } of elements) {
    const lines = spellingOf(extras?.fountain, 'own')?.theirs ?? '';
    if (lines.includes('/*')) count += extractHidden(lines).cuts.length;
  }
  return count;
}

/** Return whether a layout has more than a new page and centred text. */
function hasOwnLayout(layout: LayoutOverride | undefined): boolean {
  if (!layout) return false;
  const { startsNewPage: _, alignment, ...indents } = layout;
  return Object.keys(indents).length > 0 || (alignment !== undefined && alignment !== 'Center');
}

const texts: Record<Content, (count: number) => string> = {
  comments: (count) => (count === 1 ? '1 comment' : `${count} comments`),
  columns: (count) => `the columns of ${count} ${count === 1 ? 'speech' : 'speeches'} side by side`,
  cuts: (count) => (count === 1 ? '1 cut passage' : `${count} cut passages`),
  sections: (count) => (count === 1 ? '1 section or synopsis' : `${count} sections and synopses`),
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
