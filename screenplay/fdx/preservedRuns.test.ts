import { expect, test } from 'vitest';
import { StoredFdxScript } from '#test/storedFdxScript.ts';
import { childNode, childNodes, childXml, parseNode, type XmlRun } from './xml.ts';

const runs = {
  revised: '<Text RevisionID="3" Color="#0000FFFF0000">She </Text>',
  tagged: '<Text TagNumber="7">waits</Text>',
  struck: '<Text Style="Strikeout" Font="Arial"> at the</Text>',
  plain: '<Text> rail.</Text>',
};
const all = Object.values(runs);

function script(...paragraphs: string[]): StoredFdxScript {
  const content = paragraphs.map((runsXml) => `<Paragraph Type="Action">${runsXml}</Paragraph>`).join('');
  const xml = `<FinalDraft DocumentType="Script" Version="5"><Content>${content}</Content></FinalDraft>`;
  return new StoredFdxScript(new TextEncoder().encode(xml));
}

/** Return the runs of each written paragraph, as XML. */
function written(kept: StoredFdxScript): string[][] {
  const content = childNode(parseNode(kept.toFdx().replace(/^<\?.*\?>\n/, '')), 'Content');
  return childNodes(content ?? { name: '', attributes: {}, children: [] }, 'Paragraph').map((paragraph) =>
    childNodes(paragraph, 'Text').map((run) => {
      const text = run.children.join('');
      return childXml([text, Object.entries(run.attributes)] as XmlRun);
    }),
  );
}

const contentOf = (kept: StoredFdxScript, index = 0) => kept.rows[index]?.content ?? '';
const update = (id: number, content: string) => ({ type: 'update', id, fields: { content } }) as const;

test('keeps every other run when a word is added at the end, in a run or across runs', () => {
  const kept = script(all.join(''));
  const before = contentOf(kept);
  expect(before).toBe('She waits ~~at the~~ rail.');
  kept.change([update(1, `${before} Alone.`)]);
  expect(written(kept)).toEqual([[...all.slice(0, 3), '<Text> rail. Alone.</Text>']]);
  kept.change([update(1, before.replace('waits', 'waits long'))]);
  expect(written(kept)).toEqual([
    [runs.revised, '<Text TagNumber="7">waits long</Text>', runs.struck, runs.plain],
  ]);
  kept.change([update(1, before.replace('waits', 'sleeps'))]);
  expect(written(kept)).toEqual([
    [runs.revised, '<Text TagNumber="7">sleeps</Text>', runs.struck, runs.plain],
  ]);
  kept.change([update(1, before.replace('~~at the~~', '~~at their~~'))]);
  expect(written(kept)[0]?.[2]).toBe('<Text Style="Strikeout" Font="Arial"> at their</Text>');
});

test('restores the original runs on undo', () => {
  const kept = script(all.join(''));
  const back = kept.change([update(1, 'No words left.')]);
  kept.change(back);
  expect(written(kept)).toEqual([all]);
});

test('adds a changed style to the run', () => {
  const kept = script(all.join(''));
  kept.change([update(1, 'She **waits** ~~at the~~ rail.')]);
  expect(written(kept)).toEqual([
    [runs.revised, '<Text TagNumber="7" Style="Bold">waits</Text>', runs.struck, runs.plain],
  ]);
});

test('moves the runs along when text is cut, and restores them on undo', () => {
  const kept = script(all.join(''));
  const rest = { elementType: 'action', content: '~~at the~~ rail.' } as const;
  const back = kept.change([update(1, 'She waits'), { type: 'insert', afterId: 1, elements: [rest] }]);
  expect(written(kept)).toEqual([
    [runs.revised, runs.tagged],
    ['<Text Style="Strikeout" Font="Arial">at the</Text>', runs.plain],
  ]);
  kept.change(back);
  expect(written(kept)).toEqual([all]);
});

test('keeps the runs of two joined elements and separates them on undo', () => {
  const kept = script(runs.revised + runs.tagged, runs.struck + runs.plain);
  const before = written(kept);
  const back = kept.change([update(1, 'She waits ~~at the~~ rail.'), { type: 'delete', id: 2 }]);
  expect(written(kept)).toEqual([[runs.revised, runs.tagged, runs.struck, runs.plain]]);
  kept.change(back);
  expect(written(kept)).toEqual(before);
});

test('joins plain text and text with runs, in both orders', () => {
  const after = script(runs.tagged, '<Text>and sees.</Text>');
  after.change([update(1, 'waits and sees.'), { type: 'delete', id: 2 }]);
  expect(written(after)).toEqual([['<Text TagNumber="7">waits </Text>', '<Text>and sees.</Text>']]);
  const before = script('<Text>Mara</Text>', runs.tagged);
  before.change([update(2, 'Mara waits'), { type: 'delete', id: 1 }]);
  expect(written(before)).toEqual([['<Text>Mara </Text>', runs.tagged]]);
});

test("keeps the file's characters for unchanged text", () => {
  const kept = script(
    '<Text RevisionID="1">The\u00a0lamp </Text><Text Style="AllCaps">goes out</Text><Text>.  </Text>',
  );
  kept.change([update(1, contentOf(kept).replace('lamp', 'light'))]);
  expect(written(kept)).toEqual([
    [
      '<Text RevisionID="1">The\u00a0light </Text>',
      '<Text Style="AllCaps">goes out</Text>',
      '<Text>.  </Text>',
    ],
  ]);
});

test('keeps a run that is in capitals by style when its word continues in another run', () => {
  const caps = '<Text Style="AllCaps">caps</Text>';
  const kept = script(`<Text Style="Bold">Bold</Text>${caps}<Text> end.</Text>`);
  kept.change([update(1, '**Bolder**CAPS end.')]);
  expect(written(kept)).toEqual([['<Text Style="Bold">Bolder</Text>', caps, '<Text> end.</Text>']]);
});

test('keeps a word out of the next run when it is typed in front of the same letter', () => {
  const tagged = '<Text TagNumber="7">night</Text>';
  const kept = script(`<Text>A </Text>${tagged}<Text>.</Text>`);
  for (const typed of ['a', 'an', 'ann', 'ann ', 'ann n', 'ann ni', 'ann n', 'ann '])
    kept.change([update(1, `A ${typed}night.`)]);
  expect(written(kept)).toEqual([['<Text>A ann </Text>', tagged, '<Text>.</Text>']]);
});
