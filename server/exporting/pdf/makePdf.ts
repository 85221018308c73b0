import type { JointCues } from '#screenplay/cast.ts';
import type { ScriptElement, TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { type IssuePrint, issuedPages } from '#screenplay/issuing/issuePrint.ts';
import { memoPages } from '#screenplay/issuing/memoText.ts';
import { pageBoxOf } from '#screenplay/layout/metrics.ts';
import type { PrintFacts } from '#screenplay/layout/setText.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import { labelledPages, printedTitlePages } from '#screenplay/printedPages.ts';
import { isSides, type PrintChoice, wholeScript } from '#screenplay/printing/printChoice.ts';
import { chosenPages, furnitureOf } from '#screenplay/printing/printedScript.ts';
import type { SourceExtras } from '#screenplay/screenplay.ts';
import { textOfSet } from '#screenplay/setText.ts';
import { needsShaper } from './compose.ts';
import { drawDocument, type PdfPage } from './drawDocument.ts';
import { loadShaper } from './shaper.ts';

/** A script to print. */
export interface PdfInput {
  elements: readonly ScriptElement[];
  format: ScriptFormat;
  titlePage: TitlePage;
  /** Preserved content of the imported file. Missing or null: the script was not imported. */
  source?: SourceExtras | null;
  /** Title of the document, also printed on the title page if that is empty. */
  title: string;
  author?: string | null;
  /** BCP 47 code. */
  language?: string;
  /** Choice of what is printed. Missing: the whole script. */
  choice?: PrintChoice;
  /** Which part of an issue is printed. Missing: none. */
  issue?: IssuePrint;
  /** Cues of several characters. */
  joint?: JointCues;
  /** If missing, the same script always returns the same bytes. */
  createdAt?: Date | null;
}

/**
 * Create a PDF file: the title page, then the script's pages as broken by the paginator. A script
 * without elements has only a title page, or one blank page more if it is an FDX file of blank
 * paragraphs. Blocks until finished, so call it in a worker thread.
 */
export async function makePdf(input: PdfInput): Promise<Uint8Array> {
  const { format } = input;
  const elements = visibleElements(input.elements, format);
  const title = input.title.trim() || 'Untitled';
  const author = input.author ?? input.titlePage.author;
  const shape = textsOf(input).some(needsShaper) ? await loadShaper() : null;
  const { widthPoints, heightPoints } = pageBoxOf(format);
  const createdAt = input.createdAt ?? null;
  const printed: PrintFacts = { fileName: title, date: createdAt ? printedDate(createdAt) : '' };
  const { choice, issue } = input;
  const isPart =
    (choice !== undefined && isSides(choice)) || (issue !== undefined && issue.part !== 'script');
  const titlePages = isPart ? memoOf(input) : printedTitlePages({ ...input, title, author }, printed);
  return drawDocument({
    pages: inOrder(
      titlePages.map((runs) => ({ runs })),
      scriptPages(input, elements, printed),
    ),
    titlePages: titlePages.length,
    across: choice?.recipient ?? '',
    isPart,
    elements,
    format,
    widthPoints,
    heightPoints,
    facts: {
      title,
      author: author.replaceAll('\n', ' '),
      language: input.language ?? 'en',
      createdAt,
      copyCode: choice?.code ?? '',
    },
    shape,
  });
}

/** Return the pages of the memo that an issue begins with. */
function memoOf({ issue, format, choice }: PdfInput): TextRun[][] {
  if (!issue) return [];
  const furniture = furnitureOf(choice ?? wholeScript, format);
  return memoPages(issue.memo, format).map((runs) => [...furniture, ...runs]);
}

/** Return the pages of the script, as chosen. */
function scriptPages(
  { format, choice, joint, issue, source }: PdfInput,
  elements: readonly ScriptElement[],
  facts: PrintFacts,
): Iterable<PdfPage> {
  const script = { elements, format, facts, joint };
  if (issue) return issuedPages(chosenPages(script, choice ?? wholeScript), issue);
  if (choice) return chosenPages(script, choice);
  return labelledPages(elements, format, facts, source?.fdx !== undefined);
}

/** Format the date of a header like Final Draft. */
function printedDate(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

function* inOrder(...parts: Iterable<PdfPage>[]): Generator<PdfPage> {
  for (const part of parts) yield* part;
}

/** Return the texts of headers, footers and title pages from the imported file. */
function setTextsOf({ running, titleSection }: ScriptFormat): string[] {
  const paragraphs = [running, titleSection?.running].flatMap((texts) =>
    texts ? [...texts.header.paragraphs, ...texts.footer.paragraphs] : [],
  );
  return [...paragraphs, ...(titleSection?.paragraphs ?? [])].map(textOfSet);
}

function textsOf({ elements, format, titlePage, title, author, choice, issue }: PdfInput): string[] {
  const { more, ...texts } = titlePage;
  return [
    title,
    ...(issue ? [issue.memo.issue, issue.memo.note, ...issue.memo.recipients] : []),
    author ?? '',
    choice?.recipient ?? '',
    choice?.character ?? '',
    format.moreText,
    format.continuedText,
    ...Object.values(texts),
    ...setTextsOf(format),
    ...more.flatMap(({ key, value }) => [key, value]),
    ...elements.flatMap(({ content, sceneNumber }) => [content, sceneNumber ?? '']),
  ];
}
