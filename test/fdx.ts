import { createHash } from 'node:crypto';
import { SaxesParser } from 'saxes';

export interface LeafParagraph {
  type: string;
  text: string;
}

/**
 * Return the paragraphs of an FDX file's script in document order. Reads them independently of our
 * parser. Dual dialogue is flattened and empty paragraphs are counted. Those of notes, summaries,
 * omitted scenes and the title page are left out.
 */
export function leafParagraphs(fdx: string): LeafParagraph[] {
  const leaves: LeafParagraph[] = [];
  const path: string[] = [];
  const open: (LeafParagraph & { isWrapper: boolean })[] = [];
  const parser = new SaxesParser();
  const isScript = () =>
    /^FinalDraft\/Content(\/Paragraph(\/DualDialogue\/Paragraph)*(\/Text)?)$/.test(path.join('/'));
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (name === 'DualDialogue') for (const paragraph of open) paragraph.isWrapper = true;
    if (name === 'Paragraph' && isScript()) {
      const paragraph = { type: attributes.Type ?? 'General', text: '', isWrapper: false };
      open.push(paragraph);
      leaves.push(paragraph);
    }
  });
  const addText = (text: string) => {
    const paragraph = open.at(-1);
    if (paragraph && path.at(-1) === 'Text' && isScript()) paragraph.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    if (name === 'Paragraph' && isScript()) open.pop();
    path.pop();
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(fdx).close();
  return leaves.filter((leaf) => !(leaf as LeafParagraph & { isWrapper: boolean }).isWrapper);
}

/**
 * Return `textSha256` of the corpus's expected.json: the hash of `type TAB text LF` of every leaf
 * paragraph.
 */
export function textHash(fdx: string): string {
  const hash = createHash('sha256');
  for (const { type, text } of leafParagraphs(fdx)) hash.update(`${type}\t${text}\n`);
  return hash.digest('hex');
}
