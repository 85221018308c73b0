import type { Alignment } from '../element.ts';
import { linePoints } from '../layout/metrics.ts';
import {
  defaultRunning,
  type PrintedField,
  type RunningText,
  type RunningTexts,
  type SetParagraph,
  type SetRun,
  type TabStop,
  type TitleSection,
  textFields,
} from '../setText.ts';
import { isUntouchedTemplate } from '../titleFields.ts';
import { layoutOf } from './layoutOverride.ts';
import { isDeepEqual } from './same.ts';
import { attributesOf, childNode, childNodes, type XmlNode } from './xml.ts';

const labels: Record<PrintedField, string> = {
  page: 'Page #',
  pages: 'Last Page #',
  date: 'Date',
  file: 'File Name',
  collatedRevisions: 'Collated Revisions',
  activeRevisions: 'Active Revisions',
  lastRevised: 'Last Revised',
  label: 'Label',
};
const fields = new Map<string, PrintedField>(textFields.map((field) => [labels[field], field]));

/** Convert a Paragraph of a title page, header or footer. */
export function setParagraphOf(node: XmlNode): SetParagraph {
  const layout = layoutOf(attributesOf(node.attributes)) ?? {};
  const right = Number(node.attributes.RightIndent);
  const tabs = childNodes(childNode(node, 'Tabstops') ?? node, 'Tabstop').flatMap(tabStopOf);
  return {
    runs: childNodes(node).flatMap(runOf),
    ...(layout.alignment && { alignment: layout.alignment satisfies Alignment }),
    leftInches: layout.leftInches ?? 1.5,
    rightInches: node.attributes.RightIndent && Number.isFinite(right) ? right : 7.5,
    firstIndentInches: layout.firstIndentInches ?? 0,
    spaceBeforeLines: layout.spaceBeforeLines ?? 0,
    spacing: layout.spacing ?? 1,
    ...(layout.startsNewPage && { startsNewPage: true as const }),
    ...(tabs.length > 0 && { tabs }),
  };
}

function runOf(node: XmlNode): SetRun[] {
  if (node.name !== 'Text' && node.name !== 'DynamicLabel') return [];
  const style = node.attributes.Style ?? '';
  const field = node.name === 'DynamicLabel' ? fields.get(node.attributes.Type ?? '') : undefined;
  if (node.name === 'DynamicLabel' && !field) return [];
  const text = node.children.filter((child) => typeof child === 'string').join('');
  if (text === '' && !field) return [];
  return [
    {
      text,
      ...(style.includes('Bold') && { isBold: true as const }),
      ...(style.includes('Italic') && { isItalic: true as const }),
      ...(style.includes('Underline') && { isUnderlined: true as const }),
      ...(style.includes('Strikeout') && { isStruck: true as const }),
      ...(/AllCaps|SmallCaps/.test(style) && { isAllCaps: true as const }),
      ...(field && { field }),
    },
  ];
}

function tabStopOf({ attributes }: XmlNode): TabStop[] {
  const inches = Number(attributes.Position);
  const type = attributes.Type;
  if (!(inches > 0)) return [];
  return [{ inches, type: type === 'Center' || type === 'Right' ? type : 'Left' }];
}

/** Return the header and footer of a HeaderAndFooter. */
export function runningTextsOf(node: XmlNode): RunningTexts {
  const is = (name: string, otherwise: boolean) =>
    node.attributes[name] === undefined ? otherwise : node.attributes[name] === 'Yes';
  const text = (name: 'Header' | 'Footer', isShown: boolean): RunningText => ({
    paragraphs: childNodes(childNode(node, name) ?? emptyNode, 'Paragraph').map(setParagraphOf),
    isVisible: is(`${name}Visible`, isShown),
    isOnFirstPage: is(`${name}FirstPage`, false),
  });
  const first = Number(node.attributes.StartingPage ?? '1');
  return {
    header: text('Header', true),
    footer: text('Footer', true),
    firstNumber: Number.isInteger(first) ? first : 1,
  };
}

/** The header and footer of the default template (`headerAndFooter` in template.ts). */
export const templateRunning: RunningTexts = {
  ...defaultRunning,
  header: {
    ...defaultRunning.header,
    paragraphs: defaultRunning.header.paragraphs.map((each) => ({ ...each, rightInches: -1.25 })),
  },
  footer: {
    ...defaultRunning.footer,
    paragraphs: defaultRunning.header.paragraphs.map((each) => ({ ...each, rightInches: -1.25, runs: [] })),
  },
};

const emptyNode: XmlNode = { name: '', attributes: {}, children: [] };

/** Update a HeaderAndFooter, changing only what differs. */
export function writeRunningTexts(node: XmlNode, running: RunningTexts): void {
  const before = runningTextsOf(node);
  for (const [name, key] of [['Header', 'header'] as const, ['Footer', 'footer'] as const]) {
    const [old, now] = [before[key], running[key]];
    if (old.isVisible !== now.isVisible) node.attributes[`${name}Visible`] = now.isVisible ? 'Yes' : 'No';
    if (old.isOnFirstPage !== now.isOnFirstPage)
      node.attributes[`${name}FirstPage`] = now.isOnFirstPage ? 'Yes' : 'No';
    if (isDeepEqual(old.paragraphs, now.paragraphs)) continue;
    let part = childNode(node, name);
    if (!part) {
      part = { name, attributes: {}, children: [] };
      node.children.push(part);
    }
    part.children = now.paragraphs.map(setParagraphNode);
  }
  if (before.firstNumber !== running.firstNumber) node.attributes.StartingPage = String(running.firstNumber);
}

function setParagraphNode(paragraph: SetParagraph): XmlNode {
  const { runs, tabs } = paragraph;
  const children: XmlNode[] = runs.map(setRunNode);
  if (tabs)
    children.push({
      name: 'Tabstops',
      attributes: {},
      children: tabs.map(({ inches, type }) => ({
        name: 'Tabstop',
        attributes: { Position: inches.toFixed(2), Type: type },
        children: [],
      })),
    });
  return {
    name: 'Paragraph',
    attributes: {
      Alignment: paragraph.alignment ?? 'Left',
      FirstIndent: paragraph.firstIndentInches.toFixed(2),
      Leading: 'Regular',
      LeftIndent: paragraph.leftInches.toFixed(2),
      RightIndent: paragraph.rightInches.toFixed(2),
      SpaceBefore: `${paragraph.spaceBeforeLines * linePoints}`,
      Spacing: `${paragraph.spacing}`,
      StartsNewPage: paragraph.startsNewPage ? 'Yes' : 'No',
    },
    children,
  };
}

function setRunNode(run: SetRun): XmlNode {
  const styles = [
    run.isBold && 'Bold',
    run.isItalic && 'Italic',
    run.isUnderlined && 'Underline',
    run.isStruck && 'Strikeout',
    run.isAllCaps && 'AllCaps',
  ].filter(Boolean);
  const style: Record<string, string> = styles.length > 0 ? { Style: styles.join('+') } : {};
  return run.field
    ? { name: 'DynamicLabel', attributes: { ...style, Type: labels[run.field] }, children: [] }
    : { name: 'Text', attributes: style, children: [run.text] };
}

/**
 * Return the title pages of a TitlePage as they are set; null if they hold only Final Draft's
 * template.
 */
export function titleSectionOf(node: XmlNode): TitleSection | null {
  const paragraphs = titleParagraphNodes(node).map(setParagraphOf);
  if (isUntouchedTemplate(paragraphs)) return null;
  const running = childNode(node, 'HeaderAndFooter');
  return { paragraphs, running: running ? runningTextsOf(running) : null };
}

export function titleParagraphNodes(node: XmlNode): XmlNode[] {
  const content = childNode(node, 'Content');
  return content ? childNodes(content, 'Paragraph') : [];
}
