import { emptyTitlePage, type TitlePage } from '../element.ts';
import { hasMarks, plainText } from '../emphasis.ts';
import { alignRuns } from '../textAlignment.ts';
import { changedTitle } from '../titleChange.ts';
import { isUntouchedTemplate, titleFieldsOf, titlePageLines } from '../titleFields.ts';
import { isDeepEqual } from './same.ts';
import { setParagraphOf, titleParagraphNodes } from './setText.ts';
import { runsOf } from './text.ts';
import { childNode, childNodes, paragraphText, type XmlNode } from './xml.ts';

/** Return the title fields of a file's TitlePage. */
export function fdxTitlePage(node: XmlNode | null): TitlePage {
  return titleFieldsOf(node ? titleParagraphNodes(node).map(setParagraphOf) : []).page;
}

/**
 * Write the current fields into a TitlePage, changing only the lines of changed fields. Return
 * false if none changed.
 */
export function updateTitlePage(node: XmlNode, page: TitlePage): boolean {
  const paragraphs = titleParagraphNodes(node);
  const set = paragraphs.map(setParagraphOf);
  const isTemplate = isUntouchedTemplate(set);
  const changed = isTemplate ? null : changedTitle(set, page);
  if (isTemplate ? isDeepEqual({ ...page, more: [] }, emptyTitlePage) : !changed) return false;
  let content = childNode(node, 'Content');
  if (!content) {
    content = { name: 'Content', attributes: {}, children: [] };
    node.children.push(content);
  }
  const others = content.children.filter((child) => typeof child !== 'string' && child.name !== 'Paragraph');
  // Replace the placeholder pages of a template completely.
  const now = changed
    ? changed.map(({ like, isNew, text, plainAt }) => {
        const paragraph = paragraphs[like] as XmlNode;
        if (text === null) return paragraph;
        return withText(plainAt ? plainLike(paragraph, plainAt) : paragraph, text, isNew);
      })
    : titleParagraphs(page);
  content.children = [...now, ...others];
  return true;
}

/** Return a blank paragraph with the settings of another, in plain style. */
function plainLike(paragraph: XmlNode, alignment: 'Left' | 'Center'): XmlNode {
  const { Style: _, ...attributes } = childNode(paragraph, 'Text')?.attributes ?? {};
  return {
    ...paragraph,
    attributes: { ...paragraph.attributes, Alignment: alignment },
    children: [{ name: 'Text', attributes, children: [] }],
  };
}

/** Return the runs of a line of a field, whose marks of emphasis become styles. */
function runNodes(line: string, attributes: Readonly<Record<string, string>> = {}): XmlNode[] {
  return runsOf(line, Object.entries(attributes)).map(([text, own]) => ({
    ...{ name: 'Text', attributes: Object.fromEntries(own) },
    children: text === '' ? [] : [text],
  }));
}

/** Return a paragraph with another text: in runs of the text's marks, or in its existing runs. */
function withText(paragraph: XmlNode, text: string, isNew: boolean): XmlNode {
  const runs = childNodes(paragraph, 'Text');
  const texts = runs.map((run) => paragraphText({ ...paragraph, children: [run] }));
  const [first] = runs;
  const like = (run: XmlNode | undefined, own: string): XmlNode => ({
    name: 'Text',
    attributes: { ...run?.attributes },
    children: own === '' ? [] : [own],
  });
  const plain = plainText(text);
  const aligned = () =>
    plain === '' || texts.join('') === ''
      ? [like(first, plain)]
      : alignRuns(texts, plain).map(({ run, text: own }) => like(runs[run], own));
  const made = hasMarks(text) ? runNodes(text, first?.attributes) : aligned();
  const at = first ? paragraph.children.indexOf(first) : 0;
  const others = paragraph.children.filter((child) => typeof child === 'string' || child.name !== 'Text');
  const before = paragraph.children.slice(0, at).filter((child) => others.includes(child)).length;
  const attributes = { ...paragraph.attributes };
  if (isNew && attributes.StartsNewPage === 'Yes') attributes.StartsNewPage = 'No';
  return {
    ...paragraph,
    attributes,
    children: [...others.slice(0, before), ...made, ...others.slice(before)],
  };
}

/**
 * Return the paragraphs that Final Draft sets as a title page. `fdxTitlePage` reads the same fields
 * from them.
 */
export function titleParagraphs(page: TitlePage): XmlNode[] {
  const paragraphs: XmlNode[] = [];
  const add = (alignment: string, text: string) => {
    const attributes = {
      Alignment: alignment,
      FirstIndent: '0.00',
      Leading: 'Regular',
      LeftIndent: '1.00',
      RightIndent: '7.50',
      SpaceBefore: '0',
      Spacing: '1',
      StartsNewPage: 'No',
    };
    const runs = text === '' ? [{ name: 'Text', attributes: {}, children: [] }] : runNodes(text);
    paragraphs.push({ name: 'Paragraph', attributes, children: runs });
  };
  const center = (gap: number, text: string) => {
    if (text === '') return;
    for (let blank = 0; blank < gap; blank++) add('Center', '');
    for (const line of text.split('\n')) add('Center', line);
  };
  const more = page.more.map(({ key, value }) => `${key}: ${value}`).join('\n');
  const bottom = [page.contact, page.copyright].filter((text) => text !== '').join('\n');
  center(18, page.title);
  center(3, page.credit);
  center(1, page.author);
  center(3, page.source);
  center(3, page.draftDate);
  center(3, [page.notes, more].filter((text) => text !== '').join('\n'));
  if (bottom === '') return paragraphs;
  const bottomLines = bottom.split('\n');
  while (paragraphs.length + bottomLines.length < titlePageLines - 2) add('Left', '');
  for (const line of bottomLines) add('Left', line);
  return paragraphs;
}
