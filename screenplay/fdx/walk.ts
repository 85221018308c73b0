import { maxParagraphs } from '../screenplay.ts';
import { isParsedPart, type SourceFile } from './assemble.ts';
import { Collector, type SourceParagraph } from './collect.ts';
import { FdxParseError } from './parseError.ts';
import { countPreserved } from './receipt.ts';
import { attributeRecord, childXml, type XmlNode, type XmlRun } from './xml.ts';
import { type Attribute, type XmlHandler, XmlParser } from './xmlParser.ts';

/** The deepest real file has 8 levels. */
const maxDepth = 100;

/** Type of the innermost open element. */
type Place = 'prolog' | 'root' | 'content' | 'paragraph' | 'text' | 'dual' | 'preserved';

/**
 * Handles the XML events of one file. The script goes to the collector; everything else is
 * preserved verbatim.
 */
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
  /** Text of a paragraph that is in no Text element. */
  #bareText = '';
  #runAttributes: Attribute[] = [];
  /** XML of other content of the dual dialogue, before and after its first paragraph. */
  #dualXml: [string, string] = ['', ''];
  #preservedIn: Place = 'root';
  #preservedName = '';
  #preservedDepth = 0;
  #omittedDepth = 0;
  /** The open elements of a preserved part that is also parsed; empty for other parts. */
  #preservedNodes: XmlNode[] = [];

  open(name: string, attributes: Attribute[]): void {
    if (++this.#depth > maxDepth) {
      throw new FdxParseError('too-deep', `The file is nested deeper than ${maxDepth} levels.`);
    }
    switch (this.#place) {
      case 'preserved':
        this.#openPreserved(name, attributes);
        break;
      case 'paragraph':
        this.#endBareText();
        if (name === 'Text') {
          this.#place = 'text';
          this.#runText = '';
          this.#runAttributes = attributes;
        } else if (name === 'DualDialogue') this.#openDual();
        else this.#startPreserving(name, attributes);
        break;
      case 'content':
      case 'dual':
        if (name === 'Paragraph') this.#openParagraph(attributes);
        else this.#startPreserving(name, attributes);
        break;
      case 'root':
        if (name === 'Content' && this.file.contentAt < 0) {
          this.#place = 'content';
          this.file.contentAt = this.file.parts.length;
          this.file.contentAttributes = attributes;
        } else this.#startPreserving(name, attributes);
        break;
      case 'prolog':
        if (name !== 'FinalDraft') {
          throw new FdxParseError('not-fdx', 'The file is XML, but not a Final Draft file.');
        }
        this.#place = 'root';
        this.file.attributes = attributes;
        break;
      case 'text':
        // No real file has an element inside a Text. The text continues after it.
        this.#endRun();
        this.#startPreserving(name, attributes);
    }
  }

  text(text: string): void {
    if (this.#place === 'text') this.#runText += text;
    else if (this.#place === 'preserved') this.#preservedNodes.at(-1)?.children.push(text);
    else if (this.#place === 'paragraph') this.#bareText += text;
    else if (text.trim() !== '')
      this.collector.lost.add('piece of text outside of paragraphs', 'pieces of text outside of paragraphs');
  }

  comment(): void {
    // A comment inside a preserved part is not lost.
    if (this.#place !== 'preserved') this.collector.lost.add('XML comment', 'XML comments');
  }

  instruction(): void {
    if (this.#place !== 'preserved')
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
      case 'preserved':
        this.#closePreserved();
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
      throw new FdxParseError('too-large', `The file has more than ${max} paragraphs.`);
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

  /**
   * The paragraph around a dual dialogue is not a line of the script. Text in it, which no real
   * file has, becomes one.
   */
  #closeAround(paragraph: SourceParagraph, isNested: boolean): void {
    const { attributes, children, dualAt } = paragraph;
    const runs = children.filter((child) => typeof child !== 'string');
    const hasText = runs.some((run) => run[0].trim() !== '');
    if (!isNested) {
      const xmlOf = (child: XmlRun | string) => (hasText && typeof child !== 'string' ? '' : childXml(child));
      const before = children.slice(0, dualAt).map(xmlOf).join('');
      const after = children.slice(dualAt).map(xmlOf).join('');
      this.collector.endDual({ attributes, outside: [before, after], inside: this.#dualXml });
    }
    if (hasText) this.collector.add({ ...paragraph, children: runs, notes: null });
  }

  #openDual(): void {
    const paragraph = this.#paragraph;
    if (!paragraph) return;
    if (this.#around.length === 0) {
      this.collector.beginDual();
      this.#dualXml = ['', ''];
    }
    paragraph.dualAt = paragraph.children.length;
    this.#around.push(paragraph);
    this.#place = 'dual';
  }

  /**
   * Treat text directly in a paragraph as its text. The writer puts it into a Text element, where
   * Final Draft looks for it.
   */
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

  #startPreserving(name: string, attributes: Attribute[]): void {
    this.#preservedIn = this.#place;
    this.#preservedName = name;
    this.#place = 'preserved';
    this.parser.startCapture();
    if (isParsedPart(name)) this.#preservedNodes = [{ name: '', attributes: {}, children: [] }];
    this.#openPreserved(name, attributes);
  }

  #openPreserved(name: string, attributes: Attribute[]): void {
    this.#preservedDepth++;
    if (this.#omittedDepth === 0) {
      countPreserved(name, this.collector.kept);
      if (name === 'OmittedScene') this.#omittedDepth = this.#preservedDepth;
    }
    if (this.#preservedNodes.length === 0) return;
    const node = { name, attributes: attributeRecord(attributes), children: [] };
    this.#preservedNodes.at(-1)?.children.push(node);
    this.#preservedNodes.push(node);
  }

  #closePreserved(): void {
    if (this.#preservedDepth === this.#omittedDepth) this.#omittedDepth = 0;
    const node = this.#preservedNodes.pop() ?? null;
    if (--this.#preservedDepth > 0) return;
    this.#preservedNodes = [];
    this.#place = this.#preservedIn;
    this.#deliver(this.parser.endCapture(), node);
  }

  /** Add a captured part to the element that contains it. */
  #deliver(xml: string, node: XmlNode | null): void {
    if (this.#place === 'root') {
      this.file.parts.push(xml);
      if (node) this.file.nodes.push(node);
    } else if (this.#place === 'content') this.collector.addForeign(xml);
    else if (this.#place === 'dual') this.#dualXml[this.collector.isDualBegun ? 1 : 0] += xml;
    else if (this.#paragraph) {
      this.#paragraph.children.push(xml);
      if (node && this.#preservedName === 'ScriptNote') {
        this.#paragraph.notes ??= [];
        this.#paragraph.notes.push(node);
      }
    }
  }
}

/**
 * Remove the white space with line feeds that pretty printing adds around a text. A space between
 * two words stays.
 */
function withoutPrinting(text: string): string {
  const word = text.trim();
  if (word === '') return '';
  const from = text.indexOf(word);
  const [before, after] = [text.slice(0, from), text.slice(from + word.length)];
  return (before.includes('\n') ? '' : before) + word + (after.includes('\n') ? '' : after);
}
