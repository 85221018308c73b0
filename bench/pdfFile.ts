import { readFileSync, writeFileSync } from 'node:fs';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { makePdf } from '#server/exporting/pdf/makePdf.ts';

/**
 * Converts a Fountain file to PDF in a separate process: `node bench/pdfFile.ts script.fountain
 * script.pdf`.
 */
const [source = '', target = ''] = process.argv.slice(2);
const result = parseFountain(readFileSync(source));
if (!result.ok) throw new Error(result.message);
writeFileSync(target, await makePdf({ ...result.screenplay, title: result.screenplay.titlePage.title }));
