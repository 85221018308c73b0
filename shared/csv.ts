/** A number with a fixed count of decimals, such as an amount of money. */
export interface FixedNumber {
  fixed: string;
}

/** A cell: numbers stay numbers in a spreadsheet, strings stay text. */
export type CsvCell = string | number | FixedNumber;

/** Byte order mark. Without it, Excel assumes the code page of the machine. */
export const csvMark = '\uFEFF';

/** Return a number cell that shows a fixed number of decimals. */
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
  const text = withoutFormulas(value);
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Characters that start a formula, including their full-width and small forms. */
const formula = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]';
/** Spaces, quotes and invisible characters, which spreadsheets may ignore before a formula. */
const skipped = '[\\s\\p{Cc}\\p{Cf}"\'`\u00B4\u2018-\u201F\u00AB\u00BB\u2039\u203A\uFF02\uFF07]*';

const leading = new RegExp(`^(?=${skipped}${formula}|[\\t\\r])`, 'u');
/**
 * Position before a formula after a line break or the separator of another dialect, where a program
 * may start a cell.
 */
const inside = new RegExp(`(?<=[;\\t\\r\\n])(?=${skipped}${formula})`, 'gu');

/**
 * Insert an apostrophe before text that a spreadsheet would execute as a formula: at the start of
 * the cell, and wherever another dialect of CSV would start a cell.
 */
function withoutFormulas(text: string): string {
  return text.replace(inside, "'").replace(leading, "'");
}
