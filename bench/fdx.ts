import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { typeNameOf } from '#screenplay/fdx/typeNames.ts';
import { writeFdx } from '#screenplay/fdx/write.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import { corpusBytes, corpusPath, corpusScreenplay, feature, hasCorpus } from './corpus.ts';
import { compare, median, type Row } from './measure.ts';
import { fastXml, fastXmlPath } from './peers.ts';

/**
 * Measure reading and writing Final Draft files, beside a bare read of the same bytes and an XML
 * library.
 */
export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const file of hasCorpus ? [feature.fdx, 'rearview-fadein-scrambled.fdx'] : []) {
    const bytes = corpusBytes(file);
    const screenplay = corpusScreenplay(file);
    const ownScript = { ...screenplay, source: null };
    rows.push(
      ...(await compare([
        { name: `${file}: bare XML read (saxes)`, of: 'floor', work: () => bareRead(bytes) },
        { name: `${file}: read`, work: () => parseFdx(bytes) },
        { name: `${file}: write`, work: () => writeFdx(screenplay) },
        { name: `${file}: write a script that came from elsewhere`, work: () => writeFdx(ownScript) },
        ...(hasPeers ? peerTasks(file, bytes, screenplay) : []),
      ])),
    );
  }
  return hasCorpus ? [...rows, ...firstReads(hasPeers)] : [];
}

function bareRead(bytes: Uint8Array): void {
  const parser = new SaxesParser();
  // All at once and in one order: V8 is much slower with parsers that get different sets of
  // handlers.
  for (const event of ['attribute', 'opentag', 'text', 'cdata', 'closetag', 'doctype'] as const) {
    parser.on(event, () => {});
  }
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
}

function peerTasks(file: string, bytes: Buffer, { elements }: Screenplay) {
  const { read, write } = fastXml();
  const paragraphs = elements.map(({ elementType, originalType, content }) => ({
    type: typeNameOf(elementType, originalType),
    text: content,
  }));
  return [
    { name: `${file}: read: fast-xml-parser`, of: 'peer' as const, work: () => read(bytes.toString()) },
    { name: `${file}: write: fast-xml-parser`, of: 'peer' as const, work: () => write(paragraphs) },
  ];
}

/** Measure the first read of a process with cold code. A server loads the modules at its start. */
function firstReads(hasPeers: boolean): Row[] {
  const ours = join(import.meta.dirname, '../screenplay/fdx/parse.ts');
  const readers = [
    {
      name: 'first read of a process',
      of: 'ours' as const,
      code: `(await load(${JSON.stringify(ours)})).parseFdx(bytes)`,
    },
    ...(hasPeers
      ? [
          {
            name: 'first read of a process: fast-xml-parser',
            of: 'peer' as const,
            code: `new (await load(${JSON.stringify(fastXmlPath)})).XMLParser({ ignoreAttributes: false }).parse(bytes.toString())`,
          },
        ]
      : []),
  ];
  const times = readers.map(() => [] as number[]);
  for (let round = 0; round < 7; round++) {
    for (const [i, { code }] of readers.entries()) times[i]?.push(firstRead(code));
  }
  return readers.map(({ name, of }, i) => ({
    name: `${feature.fdx}: ${name}`,
    of,
    figure: median(times[i] ?? []),
  }));
}

function firstRead(code: string): number {
  const program = `
    import { readFileSync } from 'node:fs';
    const bytes = readFileSync(${JSON.stringify(corpusPath(feature.fdx))});
    let start = 0;
    const load = async (path) => {
      const module = await import(path);
      start = performance.now();
      return module;
    };
    ${code};
    process.stdout.write(String(performance.now() - start));`;
  const options = { encoding: 'utf8' as const };
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], options));
}
