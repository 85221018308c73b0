import { emptyTitlePage, type TitlePage } from '../element.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from '../emphasis.ts';

/** Line of a title page, with the name of its style in documents of other programs. */
export interface TitleParagraph {
  style: string;
  styled: StyledText;
}

type TitleText = Exclude<keyof TitlePage, 'more'>;

/** Styles of the fields, in printed order. */
const titleStyles: Record<TitleText, string> = {
  title: 'Title Page Title',
  credit: 'Title Page Credit',
  author: 'Title Page Author',
  source: 'Title Page Source',
  draftDate: 'Title Page Draft Date',
  contact: 'Title Page Contact',
  copyright: 'Title Page Copyright',
  notes: 'Title Page Notes',
};
const otherStyle = 'Title Page Other';
const titleTexts = Object.keys(titleStyles) as TitleText[];

/** Return the paragraphs of a title page; an empty list for an empty title page. */
export function titlePageParagraphs(titlePage: TitlePage): TitleParagraph[] {
  const fields = titleTexts
    .filter((field) => titlePage[field].trim() !== '')
    .map((field) => ({ style: titleStyles[field], styled: parseEmphasis(titlePage[field]) }));
  const others = titlePage.more.map(({ key, value }) => ({
    style: otherStyle,
    styled: parseEmphasis(`${key}: ${value}`),
  }));
  return [...fields, ...others];
}

/** Return whether a style is one of a title page that `titlePageParagraphs` names. */
export function isTitleStyle(style: string): boolean {
  return style === otherStyle || titleTexts.some((field) => titleStyles[field] === style);
}

/** Return the title page of paragraphs with such styles. */
export function titlePageOfStyles(paragraphs: readonly TitleParagraph[]): TitlePage {
  const page: TitlePage = { ...emptyTitlePage, more: [] };
  for (const { style, styled } of paragraphs) {
    const text = writeEmphasis(styled);
    const field = titleTexts.find((each) => titleStyles[each] === style);
    if (field) page[field] = page[field] === '' ? text : `${page[field]}\n${text}`;
    const [, key = '', value = ''] = /^([^:\n]+):\s*([\s\S]*)$/.exec(text) ?? [];
    if (!field && key !== '') page.more.push({ key, value });
  }
  return page;
}
