import { expect, test } from 'vitest';
import { textFields } from '../setText.ts';
import { runningTextsOf, writeRunningTexts } from './setText.ts';
import { childNode, childNodes, parseNode } from './xml.ts';

const types = ['Page #', 'Last Page #', 'Date', 'File Name'];
const unprintedTypes = ['Collated Revisions', 'Active Revisions', 'Last Revised', 'Label'];

test('writeRunningTexts writes all fields of a header whose text changed', () => {
  const labels = [...types, ...unprintedTypes].map((type) => `<DynamicLabel Type="${type}"/>`).join('');
  const node = parseNode(
    `<HeaderAndFooter><Header><Paragraph><Text>Ferry </Text>${labels}</Paragraph></Header></HeaderAndFooter>`,
  );
  const running = runningTextsOf(node);
  const [paragraph] = running.header.paragraphs;
  if (!paragraph) throw new Error('The header has no paragraph');
  expect(paragraph.runs.flatMap(({ field }) => field ?? [])).toEqual(textFields);
  const runs = paragraph.runs.map((run) => (run.field ? run : { text: 'Night Ferry ' }));
  writeRunningTexts(node, {
    ...running,
    header: { ...running.header, paragraphs: [{ ...paragraph, runs }] },
  });
  const [written] = childNodes(childNode(node, 'Header') ?? node, 'Paragraph');
  expect(childNodes(written ?? node, 'DynamicLabel').map(({ attributes }) => attributes.Type)).toEqual([
    ...types,
    ...unprintedTypes,
  ]);
});
