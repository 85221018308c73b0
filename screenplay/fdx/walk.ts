import { maxParagraphs } from '../screenplay.ts';
import { isRead, type SourceFile } from './assemble.ts';
import { Collector, type SourceParagraph } from './collect.ts';
import { countPreserved } from './receipt.ts';
import { FdxRefusal } from './refusal.ts';
import { attributeRecord, childXml, type XmlNode, type XmlRun } from './xml.ts';
import { type Attribute, type XmlHandler, XmlParser } from './xmlParser.ts';

/** The deepest real file has 8 levels. */
const maxDepth = 100;

/** What the innermost open element is to us. */
type Place = 'prolog' | 'root' | 'content' | 'paragraph' | 'text' | 'dual' | 'kept';

/** Follows the XML events of one file: the script goes to the collector, all else is kept as it stands. */
export class Walker implements XmlHandler {
  readonly file: SourceFile = { attributes: [], parts: [], contentAt: -1, contentAttributes: [], nodes: [] };
  readonly collector = new Collector();
  readonly parser = new XmlParser(this);
  #place: Place = 'prolog';
  #depth = 0;
  #paragraph: SourceParagraph | null = null;
  /** Paragraphs around the current one: those that hold dual dialogue. */
  #around: SourceParagraph[] = [];
  #runText = '';
  /** Text of a paragraph that stands in no Text. */
  #bareText = '';
  #runAttributes: Attribute[] = [];
  /** XML of what stands in the dual dialogue, before its first paragraph and after. */
  #inDual: [string, string] = ['', ''];
  #keptIn: Place = 'root';
  #keptName = '';
  #keptDepth = 0;
  #omittedDepth = 0;
  /** The open elements of a kept part that means something to us; empty for others. */
  #keptNodes: XmlNode[] = [];

  open(name: string, attributes: Attribute[]): void {
    if (++this.#depth > maxDepth) {
      throw new FdxRefusal('too-deep', `The file is nested deeper than ${maxDepth} levels.`);
    }
    switch (this.#place) {
      case 'kept':
        this.#openKept(name, attributes);
        break;
      case 'paragraph':
        this.#endBareText();
        if (name === 'Text') {
          this.#place = 'text';
          this.#runText = '';
          this.#runAttributes = attributes;
        } else if (name === 'DualDialogue') this.#openDual();
        else this.#keep(name, attributes);
        break;
      case 'content':
      case 'dual':
        if (name === 'Paragraph') this.#openParagraph(attributes);
        else this.#keep(name, attributes);
        break;
      case 'root':
        if (name === 'Content' && this.file.contentAt < 0) {
          this.#place = 'content';
          this.file.contentAt = this.file.parts.length;
          this.file.contentAttributes = attributes;
        } else this.#keep(name, attributes);
        break;
      case 'prolog':
        if (name !== 'FinalDraft') {
          throw new FdxRefusal('not-fdx', 'The file is XML, but not a Final Draft file.');
        }
        this.#place = 'root';
        this.file.attributes = attributes;
        break;
      case 'text':
        // Not seen in any real file: the text goes on after whatever stands inside it.
        this.#endRun();
        this.#keep(name, attributes);
    }
  }

  text(text: string): void {
    if (this.#place === 'text') this.#runText += text;
    else if (this.#place === 'kept') this.#keptNodes.at(-1)?.children.push(text);
    else if (this.#place === 'paragraph') this.#bareText += text;
    else if (text.trim() !== '')
      this.collector.lost.add('piece of text outside of paragraphs', 'pieces of text outside of paragraphs');
  }

  comment(): void {
    // In parts that are kept as they stand it stays.
    if (this.#place !== 'kept') this.collector.lost.add('XML comment', 'XML comments');
  }

  instruction(): void {
    if (this.#place !== 'kept')
      this.collector.lost.add('XML processing instruction', 'XML processing instructions');
  }

  close(): void {
    this.#depth--;
    switch (this.#place) {
      case 'text':
        this.#endRun();
        this.#place = 'paragraph';
        break;
      case 'paragraph':
        this.#endBareText();
        this.#closeParagraph();
        break;
      case 'kept':
        this.#closeKept();
        break;
      case 'dual':
        this.#paragraph = this.#around.pop() ?? null;
        this.#place = 'paragraph';
        break;
      case 'content':
        this.#place = 'root';
    }
  }

  #openParagraph(attributes: Attribute[]): void {
    if (this.collector.paragraphs >= maxParagraphs) {
      const max = maxParagraphs.toLocaleString('en');
      throw new FdxRefusal('too-large', `The file has more than ${max} paragraphs.`);
    }
    this.#paragraph = { attributes, children: [], notes: null, dualAt: -1 };
    this.#place = 'paragraph';
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraph;
    const isNested = this.#around.length > 0;
    this.#place = isNested ? 'dual' : 'content';
    if (!paragraph) return;
    if (paragraph.dualAt < 0) this.collector.add(paragraph);
    else this.#closeAround(paragraph, isNested);
  }

  /** The paragraph that holds a dual dialogue is no line of the script; text in it, which no real file has, is. */
  #closeAround(paragraph: SourceParagraph, isNested: boolean): void {
    const { attributes, children, dualAt } = paragraph;
    const runs = children.filter((child) => typeof child !== 'string');
    const hasText = runs.some((run) => run[0].trim() !== '');
    if (!isNested) {
      const xmlOf = (child: XmlRun | string) => (hasText && typeof child !== 'string' ? '' : childXml(child));
      const before = children.slice(0, dualAt).map(xmlOf).join('');
      const after = children.slice(dualAt).map(xmlOf).join('');
      this.collector.endDual({ attributes, outside: [before, after], inside: this.#inDual });
    }
    if (hasText) this.collector.add({ ...paragraph, children: runs, notes: null });
  }

  #openDual(): void {
    const paragraph = this.#paragraph;
    if (!paragraph) return;
    if (this.#around.length === 0) {
      this.collector.beginDual();
      this.#inDual = ['', ''];
    }
    paragraph.dualAt = paragraph.children.length;
    this.#around.push(paragraph);
    this.#place = 'dual';
  }

  /** Text directly in a paragraph is text of it all the same; the writer puts it where Final Draft looks for it. */
  #endBareText(): void {
    const text = withoutPrinting(this.#bareText);
    this.#bareText = '';
    if (text === '') return;
    this.#paragraph?.children.push([text, []]);
    this.collector.uncertain.add(
      'piece of a line stood outside of <Text>',
      'pieces of lines stood outside of <Text>',
    );
  }

  #endRun(): void {
    this.#paragraph?.children.push([this.#runText, this.#runAttributes]);
    this.#runText = '';
  }

  #keep(name: string, attributes: Attribute[]): void {
    this.#keptIn = this.#place;
    this.#keptName = name;
    this.#place = 'kept';
    this.parser.keep();
    if (isRead(name)) this.#keptNodes = [{ name: '', attributes: {}, children: [] }];
    this.#openKept(name, attributes);
  }

  #openKept(name: string, attributes: Attribute[]): void {
    this.#keptDepth++;
    if (this.#omittedDepth === 0) {
      countPreserved(name, this.collector.kept);
      if (name === 'OmittedScene') this.#omittedDepth = this.#keptDepth;
    }
    if (this.#keptNodes.length === 0) return;
    const node = { name, attributes: attributeRecord(attributes), children: [] };
    this.#keptNodes.at(-1)?.children.push(node);
    this.#keptNodes.push(node);
  }

  #closeKept(): void {
    if (this.#keptDepth === this.#omittedDepth) this.#omittedDepth = 0;
    const node = this.#keptNodes.pop() ?? null;
    if (--this.#keptDepth > 0) return;
    this.#keptNodes = [];
    this.#place = this.#keptIn;
    this.#deliver(this.parser.endKept(), node);
  }

  /** Hands a kept part to whatever it stands in. */
  #deliver(xml: string, node: XmlNode | null): void {
    if (this.#place === 'root') {
      this.file.parts.push(xml);
      if (node) this.file.nodes.push(node);
    } else if (this.#place === 'content') this.collector.addForeign(xml);
    else if (this.#place === 'dual') this.#inDual[this.collector.isDualBegun ? 1 : 0] += xml;
    else if (this.#paragraph) {
      this.#paragraph.children.push(xml);
      if (node && this.#keptName === 'ScriptNote') {
        this.#paragraph.notes ??= [];
        this.#paragraph.notes.push(node);
      }
    }
  }
}

/** Without what pretty printing puts around a text: white space with line feeds. A space between two words stays. */
function withoutPrinting(text: string): string {
  const word = text.trim();
  if (word === '') return '';
  const from = text.indexOf(word);
  const [before, after] = [text.slice(0, from), text.slice(from + word.length)];
  return (before.includes('\n') ? '' : before) + word + (after.includes('\n') ? '' : after);
}
