import { cellsOf } from '../layout/cells.ts';
import { baselinePoints, cellPoints, linePoints } from '../layout/metrics.ts';
import { noFacts } from '../layout/setText.ts';
import type { TextRun } from '../layout/types.ts';
import { printedPages, printedTitlePages } from '../printedPages.ts';
import { printedContent, type WrittenScript } from './writtenScript.ts';

/** Columns and rows at the edges of the paper that are left out. */
const marginColumns = 7;
const marginRows = 3;

/**
 * Write a screenplay as text with the layout of its pages: 10 characters an inch, and a form feed
 * in front of each page but the first. Styles are left out.
 */
export function writePlainText(script: WrittenScript): string {
  const { titlePage, format, title, source } = script;
  const { elements } = printedContent(script);
  const facts = { ...noFacts, fileName: title };
  const pages = [
    ...printedTitlePages({ titlePage, format, title }, facts),
    ...printedPages(elements, format, facts, source?.fdx !== undefined),
  ];
  return `${pages.map(pageText).join('\n\f')}\n`;
}

function pageText(runs: readonly TextRun[]): string {
  const rows: string[] = [];
  for (const { text, xPoints, yPoints } of runs) {
    const row = Math.max(0, Math.round((yPoints - baselinePoints) / linePoints) - marginRows);
    while (rows.length <= row) rows.push('');
    const column = Math.max(0, Math.round(xPoints / cellPoints) - marginColumns);
    const before = rows[row] ?? '';
    rows[row] = before + ' '.repeat(Math.max(0, column - cellsOf(before))) + text;
  }
  return rows.map((row) => row.trimEnd()).join('\n');
}
