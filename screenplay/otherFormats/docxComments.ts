import { FdxParseError } from '../fdx/parseError.ts';
import type { Attribute, XmlHandler } from '../fdx/xmlParser.ts';
import { localName, maxWordDepth, wordAttribute } from './docxXml.ts';
import type { ParagraphComment } from './styledParagraph.ts';

/** Reader of the comments of a Word document, which the document refers to by their ids. */
export class DocxCommentReader implements XmlHandler {
  readonly comments = new Map<string, ParagraphComment>();
  readonly #path: string[] = [];
  #comment: ParagraphComment | null = null;

  open(qualified: string, attributes: Attribute[]): void {
    const name = localName(qualified);
    if (this.#path.push(name) > maxWordDepth)
      throw new FdxParseError('too-deep', 'its comments are nested too deeply.');
    if (name === 'comment') {
      this.#comment = { text: '', author: wordAttribute(attributes, 'author')?.trim() || null };
      this.comments.set(wordAttribute(attributes, 'id') ?? '', this.#comment);
    } else if (this.#comment && name === 'p' && this.#comment.text !== '') this.#comment.text += '\n';
    else if (this.#comment && (name === 'br' || name === 'cr')) this.#comment.text += '\n';
    else if (this.#comment && name === 'tab') this.#comment.text += ' ';
  }

  text(text: string): void {
    if (this.#comment && this.#path.at(-1) === 't') this.#comment.text += text;
  }

  close(): void {
    if (this.#path.pop() === 'comment') this.#comment = null;
  }
}
