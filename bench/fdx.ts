import { parseFdx } from '#screenplay/fdx/parse.ts';
import { writeFdx } from '#screenplay/fdx/write.ts';
import { newParser } from '#screenplay/fdx/xml.ts';
import { corpusBytes, corpusScreenplay, feature, hasCorpus } from './corpus.ts';
import { compare, type Row } from './measure.ts';

/** Reading and writing Final Draft files, beside a bare read of the same bytes by the XML parser underneath. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const file of hasCorpus ? [feature.fdx, 'rearview-fadein-scrambled.fdx'] : []) {
    const bytes = corpusBytes(file);
    const screenplay = corpusScreenplay(file);
    rows.push(
      ...(await compare([
        { name: `${file}: bare XML read`, of: 'floor', work: () => bareRead(bytes) },
        { name: `${file}: read`, work: () => parseFdx(bytes) },
        { name: `${file}: write`, work: () => writeFdx(screenplay) },
      ])),
    );
  }
  return rows;
}

function bareRead(bytes: Uint8Array): void {
  newParser()
    .write(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    .close();
}
