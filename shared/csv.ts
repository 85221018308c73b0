/** A number with a fixed count of decimals, such as an amount of money. */
export interface FixedNumber {
  fixed: string;
}

/** A cell: numbers stay numbers in a spreadsheet, strings stay text. */
export type CsvCell = string | number | FixedNumber;

/** The byte order mark. Without it Excel reads a file in the code page of the machine. */
export const csvMark = '\uFEFF';

/** Return a number cell that shows all its decimals. */
export function fixedNumber(value: number, decimals: number): FixedNumber {
  return { fixed: value.toFixed(decimals) };
}

/** Write rows as comma-separated values, with CRLF between them and none after the last. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => row.map(cellText).join(',')).join('\r\n');
}

function cellText(value: CsvCell): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'object') return value.fixed;
  const text = neutralised(value);
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The characters that begin a formula, with their full-width and small forms. */
const formula = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]';
/** Spaces, quotes and characters without a shape: spreadsheets may drop them before a formula. */
const skipped = '[\\s\\p{Cc}\\p{Cf}"\'`\u00B4\u2018-\u201F\u00AB\u00BB\u2039\u203A\uFF02\uFF07]*';

const leading = new RegExp(`^(?=${skipped}${formula}|[\\t\\r])`, 'u');
/** Separators of other dialects and line breaks, after which a program may begin another cell. */
const inside = new RegExp(`(?<=[;\\t\\r\\n])(?=${skipped}${formula})`, 'gu');

/**
 * Put an apostrophe before text that a spreadsheet would run as a formula, at the start of the cell
 * and wherever another dialect of CSV would begin a cell.
 */
function neutralised(text: string): string {
  return text.replace(inside, "'").replace(leading, "'");
}
