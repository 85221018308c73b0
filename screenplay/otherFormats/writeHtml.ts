import { baseDirectionOf } from '../baseDirection.ts';
import type { LayoutOverride, ScriptElement } from '../element.ts';
import { isCueType, isHeadingType } from '../elementTypes/predicates.ts';
import { elementTypeTable } from '../elementTypes/table.ts';
import type { StyledText } from '../emphasis.ts';
import { xmlAttribute, xmlText } from '../fdx/xml.ts';
import type { ScriptFormat } from '../format.ts';
import { isContinuedAt } from '../layout/continued.ts';
import { lookRuns } from '../styled.ts';
import { styleNameOf } from './styledParagraph.ts';
import { titlePageParagraphs } from './titleStyles.ts';
import {
  dualColumnsAt,
  type FileContent,
  printedContent,
  shownStyled,
  type WrittenScript,
} from './writtenScript.ts';

/** Class of the text that is printed automatically, and of a scene number. Imports skip them. */
export const continuedClass = 'continued';
export const numberClass = 'scene-number';

/**
 * Write a screenplay as a web page without scripts: a section with a heading for each scene, and
 * paragraphs with the names of their types. Notes are left out. parseHtml returns the same
 * elements.
 */
export function writeHtml(script: WrittenScript): string {
  const { title, language } = script;
  const lang = xmlAttribute(language);
  return [
    `<!DOCTYPE html>\n<html lang="${lang}">`,
    `<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/><title>${xmlText(title)}</title><style>${scriptCss}</style></head>`,
    '<body><main>',
    titlePageMarkup(script),
    ...scenesMarkup(printedContent(script), script.format).map(({ markup }) => markup),
    '</main></body></html>',
    '',
  ].join('\n');
}

/** A scene as markup that is also XHTML. */
export interface SceneMarkup {
  /** Text of its heading; null for the opening before the first heading. */
  heading: string | null;
  markup: string;
}

/** Return the title page; "" for an empty one. */
export function titlePageMarkup({ titlePage }: WrittenScript): string {
  const paragraphs = titlePageParagraphs(titlePage).map(({ style, styled }, index) => {
    const tag = index === 0 && titlePage.title !== '' ? 'h1' : 'p';
    const name = style.toLowerCase().replaceAll(' ', '-');
    return `<${tag} class="${name}" data-style="${style}">${textMarkup(styled)}</${tag}>`;
  });
  return paragraphs.length > 0 ? `<section class="title-page">${paragraphs.join('\n')}</section>` : '';
}

/** Return the scenes of a script, each as a section. */
export function scenesMarkup({ elements }: FileContent, format: ScriptFormat): SceneMarkup[] {
  const scenes: { heading: string | null; parts: string[] }[] = [];
  for (let at = 0; at < elements.length; ) {
    const element = elements[at] as ScriptElement;
    const isHeading = isHeadingType(element.elementType);
    if (isHeading || scenes.length === 0)
      scenes.push({ heading: isHeading ? shownStyled(element).text : null, parts: [] });
    const { middle, end } = dualColumnsAt(elements, at);
    const paragraphs = (from: number, to: number) =>
      elements.slice(from, to).map((_, index) => paragraphMarkup(elements, format, from + index));
    const column = (from: number, to: number) => `<div>${paragraphs(from, to).join('\n')}</div>`;
    const group =
      end > at
        ? `<div class="dual">${column(at, middle)}${column(middle, end)}</div>`
        : paragraphMarkup(elements, format, at);
    scenes.at(-1)?.parts.push(group);
    at = Math.max(end, at + 1);
  }
  return scenes.map(({ heading, parts }, index) => ({
    heading,
    markup: `<section id="${sceneId(index)}">${parts.join('\n')}</section>`,
  }));
}

/** Return the id of the section of a scene. */
export function sceneId(index: number): string {
  return `scene-${index + 1}`;
}

function paragraphMarkup(elements: readonly ScriptElement[], format: ScriptFormat, index: number): string {
  const element = elements[index] as ScriptElement;
  const { elementType, dual, sceneNumber } = element;
  const isHeading = isHeadingType(elementType);
  const name = elementTypeTable[elementType].fdxName.toLowerCase().replaceAll(' ', '-');
  const attributes = [
    `class="${name}"`,
    `data-style="${xmlAttribute(styleNameOf(element))}"`,
    dual ? `data-column="${dual}"` : '',
    isHeading && sceneNumber ? `data-number="${xmlAttribute(sceneNumber)}"` : '',
    element.extras?.layout?.startsNewPage ? 'data-new-page="true"' : '',
    styleAttribute(element.extras?.layout ?? {}),
    baseDirectionOf(element.content) === 'rtl' ? 'dir="rtl"' : '',
  ].filter((each) => each !== '');
  const number =
    isHeading && sceneNumber && format.sceneNumbersShown
      ? `<span class="${numberClass}">${xmlText(sceneNumber)}</span> `
      : '';
  const isContinued = isCueType(elementType) && isContinuedAt(elements, format, index);
  const continued = isContinued
    ? `<span class="${continuedClass}"> ${xmlText(format.continuedText)}</span>`
    : '';
  const tag = isHeading ? 'h2' : 'p';
  return `<${tag} ${attributes.join(' ')}>${number}${textMarkup(shownStyled(element))}${continued}</${tag}>`;
}

function styleAttribute({ alignment }: LayoutOverride): string {
  return alignment && alignment !== 'Left'
    ? `style="text-align: ${alignment === 'Full' ? 'justify' : alignment.toLowerCase()}"`
    : '';
}

/** Return styled text as markup. Line breaks are `br`. */
function textMarkup(styled: StyledText): string {
  return lookRuns(styled)
    .map(({ text, look }) => {
      const tags = [
        look.isBold ? 'strong' : '',
        look.isItalic ? 'em' : '',
        look.isUnderlined ? 'u' : '',
        look.isStruck ? 's' : '',
      ].filter((tag) => tag !== '');
      const lines = text.split('\n').map(xmlText);
      const open = tags.map((tag) => `<${tag}>`).join('');
      const close = tags.map((tag) => `</${tag}>`).reverse();
      return `${open}${lines.join('<br/>')}${close.join('')}`;
    })
    .join('');
}

/** Look of a script on screen and in print. */
export const scriptCss = `
body { font: 12pt/1.0 "Courier Prime", "Courier New", Courier, monospace; line-height: 1; margin: 0; }
main { max-width: 6in; margin: 1in auto; padding: 0 1em; }
p, h1, h2 { font: inherit; margin: 1em 0 0; white-space: pre-wrap; orphans: 2; widows: 2; }
h2 { margin-top: 2em; break-after: avoid; }
.title-page { text-align: center; padding: 6em 0; break-after: page; }
.title-page-contact, .title-page-copyright, .title-page-draft-date, .title-page-notes { text-align: left; }
.character { margin: 1em 0 0 33%; break-after: avoid; }
.parenthetical { margin: 0 33% 0 25%; break-after: avoid; }
.dialogue { margin: 0 25% 0 17%; }
[data-style="Shot"], [data-style="Cast List"], [data-style="New Act"], [data-style="End of Act"] { text-transform: uppercase; }
.transition { text-align: right; }
.dual { display: flex; gap: 1em; }
.dual > div { flex: 1; }
.dual .character { margin-left: 25%; }
.dual .parenthetical { margin: 0 0 0 10%; }
.dual .dialogue { margin: 0; }
[data-new-page] { break-before: page; }
@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #eee; } }
@media print { main { margin: 0; max-width: none; } }
`;
