import { exportFile, exportsOf } from '#server/exporting/exporting.service.ts';
import { copiesFile } from '#server/issuing/issuePrints.service.ts';
import { anApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { uploadRequest } from '#test/upload.ts';
import { corpusBytes, feature, hasCorpus } from './corpus.ts';
import type { Row } from './measure.ts';

const people = 60;
const warmUps = 8;

/**
 * Measure the copies of an issued feature for 60 people in one zip file, beside 60 plain PDFs of
 * the same script in the same server, and the memory that the copies add.
 */
export async function run(): Promise<Row[]> {
  if (!hasCorpus) return [];
  const server = await anApp();
  const exports = exportsOf(server.db);
  try {
    const user = await aUser(server.db);
    const caller = server.as(user);
    const uploaded = await caller.inject(uploadRequest('feature.fdx', corpusBytes(feature.fdx)));
    const { id } = uploaded.json().project;
    const recipients = Array.from({ length: people }, (_, at) => ({ name: `Person ${at}`, part: 'script' }));
    const issue = (await caller.post(`/api/projects/${id}/issues`, { recipients })).json();
    const printed = async (count: number) => {
      for (let at = 0; at < count; at++) (await exportFile(exports, id, user.id, 'pdf')).release();
    };
    await printed(warmUps);
    const plain = await timeOf(() => printed(people));
    const before = process.memoryUsage.rss();
    let peak = before;
    const copies = await timeOf(async () => {
      const { file } = await copiesFile(exports, user.id, issue.id, false);
      for await (const _ of file) peak = Math.max(peak, process.memoryUsage.rss());
    });
    return [
      { name: `${people} plain PDFs of a feature, one after the other`, figure: plain, of: 'floor' },
      { name: `${people} copies with watermark and code in one zip file`, figure: copies, of: 'ours' },
      { name: 'copies ÷ plain PDFs', figure: copies / plain, unit: '×', of: 'ours' },
      { name: 'memory that the copies add', figure: (peak - before) / 2 ** 20, unit: 'MB', of: 'ours' },
    ];
  } finally {
    await exports.writer.close();
    await server.close();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
