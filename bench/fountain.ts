import { parseFountain } from '#screenplay/fountain/parse.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import { corpusBytes, feature, hasCorpus } from './corpus.ts';
import { compare, type Row } from './measure.ts';
import { afterwritingParser, fountainJs } from './peers.ts';

/**
 * Measure reading a feature-length Fountain file from its bytes, beside other parsers, and writing
 * it.
 */
export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  if (!hasCorpus) return [];
  const bytes = corpusBytes(feature.fountain);
  const result = parseFountain(bytes);
  if (!result.ok) throw new Error(`${feature.fountain}: ${result.message}`);
  const ours = [
    { name: 'read', work: () => parseFountain(bytes) },
    { name: 'write', work: () => writeFountain(result.screenplay, result.notes) },
  ];
  if (!hasPeers) return compare(ours);
  const parseAfterwriting = afterwritingParser();
  const parseFountainJs = fountainJs();
  return compare([
    ...ours,
    { name: 'read: afterwriting', of: 'peer' as const, work: () => parseAfterwriting(bytes.toString()) },
    { name: 'read: fountain-js', of: 'peer' as const, work: () => parseFountainJs(bytes.toString()) },
  ]);
}
