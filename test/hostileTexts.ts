/** Texts that a spreadsheet would run as a formula, or that break comma-separated values. */
export const hostileCells = [
  '-1+1+cmd|’ /C calc’!A0',
  '=1+1',
  '=HYPERLINK("http://evil.example","Night Ferry")',
  '+1-1',
  '-',
  '-2',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '"=1+1',
  "'=1+1",
  '“=1+1”',
  '" =1+1"',
  '\uff1d1+1',
  '\uff0b1+1',
  '\uff0d1+1',
  '\uff20SUM(1)',
  '\ufe661+1',
  ' \uff1d1+1',
  'Night Ferry;=1+1',
  'Night Ferry; "=1+1"',
  'Night Ferry\t=1+1',
  'Night\r\nFerry\r\n=1+1',
  'Night\n=1+1\n-2',
  '","=1+1',
  '"";""=1+1',
];

/** Texts that a table must contain verbatim. */
export const plainCells = [
  'Night Ferry',
  'INT. HALL, HVALSUND - NIGHT',
  'THE "FERRY"',
  'TWO\nLINES',
  'mara@example.com',
  '1–2',
  'a=b',
  'Ünïcödé 🎬',
];

/**
 * Parse comma-separated values as a spreadsheet does: quoted cells may contain the separator and
 * line breaks.
 */
export function cellsIn(csv: string, separator = ','): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const text = csv.replace(/^\uFEFF/, '');
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(i + 1) === '"') cell += text.charAt(++i);
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) endCell();
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text.charAt(i + 1) === '\n') i += 1;
      endCell();
      rows.push([]);
    } else cell += letter;
  }
  endCell();
  return rows;
}

/** Return the cells that begin a formula in any dialect of CSV, except numbers. */
export function formulasIn(csv: string): string[] {
  const cells = [',', ';', '\t'].flatMap((separator) => cellsIn(csv, separator).flat());
  return cells.filter((cell) => {
    const start = cell.normalize('NFKC').replace(/^[\s\p{C}"`“”‘’]+/u, '');
    return /^[=+\-@]/.test(start) && !/^-?\d+(\.\d+)?(,|$)/.test(cell);
  });
}
