import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { XmlDecoder } from './decode.ts';
import { XmlParser } from './xmlParser.ts';

type Event = ['open', string, [string, string][]] | ['text', string] | ['close'];

interface Reading {
  events: Event[];
  /** The error; null for a well-formed document. */
  fault: string | null;
}

/** Return the events of our parser, fed in pieces of `pieceLength` characters. */
function ourReading(xml: string, pieceLength = xml.length): Reading {
  const events: Event[] = [];
  const parser = new XmlParser({
    open: (name, attributes) => events.push(['open', name, attributes]),
    text: (text) => events.push(['text', text]),
    close: () => events.push(['close']),
  });
  try {
    for (const piece of piecesOf(xml, pieceLength)) parser.write(piece);
    parser.close();
  } catch (error) {
    return { events, fault: `${(error as Error).message} ${parser.place.line}:${parser.place.column}` };
  }
  return { events, fault: null };
}

/** Split a text as the decoder does: surrogate pairs stay together. */
function piecesOf(xml: string, length: number): string[] {
  if (length >= xml.length) return [xml];
  const characters = Array.from(xml);
  const count = Math.ceil(characters.length / length);
  return Array.from({ length: count }, (_, i) => characters.slice(i * length, (i + 1) * length).join(''));
}

/** Return the events of saxes. Text outside the root is ignored. */
function saxesReading(xml: string): Reading {
  const events: Event[] = [];
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    events.push(['open', name, Object.entries(attributes)]);
  });
  for (const name of ['text', 'cdata'] as const) {
    parser.on(name, (text) => {
      if (depth > 0) events.push(['text', text]);
    });
  }
  parser.on('closetag', () => {
    depth--;
    events.push(['close']);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('document type');
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    return { events, fault: (error as Error).message };
  }
  return { events, fault: null };
}

/** Expect both parsers to emit the same events, or both to reject the document. */
function expectSame(xml: string): void {
  const saxes = saxesReading(xml);
  const ours = ourReading(xml);
  if (saxes.fault !== null || ours.fault !== null) {
    expect([xml, ours.fault !== null]).toEqual([xml, saxes.fault !== null]);
  } else expect(ours.events).toEqual(saxes.events);
}

describe('XmlParser agrees with saxes', () => {
  test.each([
    '<a/>',
    '<a b="c" d=\'e"f\'/>',
    '<a\n\tb = "c"\r\n d="e" ></a >',
    '<a b="1&#10;2\n3\r\n4\t5&lt;&quot;&apos;"/>',
    '<a>x\r\ny\rz&amp;&gt;&#x41;&#65;&#x1F600; &#13;</a>',
    '<a><![CDATA[<b>&amp;]] ]>\r\n]]]></a>',
    '<a><![CDATA[]]></a>',
    '<a>one<!-- - -> & < -->two<?target body ??>three</a>',
    '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<a/>',
    "<?xml version='1.0' standalone='yes'?><a/><!-- after --><?and this?>\n",
    '<?xml-stylesheet href="x"?><a/>',
    '<Ärger é="1" x:y="2" xmlns:x="z"><名 前="3"/><𠀀/></Ärger>',
    '<a>]] > ]>]</a>',
    '<a b=">"/>',
    '<a>😀“\uFFFD”</a>',
  ])('accepts %j', (xml) => {
    expect(saxesReading(xml).fault).toBeNull();
    expectSame(xml);
  });

  test.each([
    '',
    ' ',
    'text',
    '<a>',
    '<a',
    '<',
    '<a b',
    '<a b=',
    '<a b="',
    '<a b="c',
    '<a/',
    '<a><b></a></b>',
    '<a></b>',
    '</a>',
    '<a></a></a>',
    '<a></>',
    '<a></ a>',
    '<a></a b>',
    '<a/><b/>',
    '<a/>text',
    'text<a/>',
    '<a/>&amp;',
    '<a/><![CDATA[]]>',
    '<a b/>',
    '<a b />',
    '<a b=c/>',
    '<a b="1"c="2"/>',
    '<a b="1" b="2"/>',
    '<a b="<"/>',
    '<a / >',
    '<a/ >',
    '<a =""/>',
    '<a b~="c"/>',
    '<a~/>',
    '< a/>',
    '<1/>',
    '<-/>',
    '<a>&</a>',
    '<a>& b;</a>',
    '<a>&;</a>',
    '<a>&nbsp;</a>',
    '<a>&constructor;</a>',
    '<a b="&"/>',
    '<a>&#0;</a>',
    '<a>&#x0;</a>',
    '<a>&#xD800;</a>',
    '<a>&#xFFFF;</a>',
    '<a>&#x110000;</a>',
    '<a>&#99999999999999999999;</a>',
    '<a>&#X41;</a>',
    '<a>&#;</a>',
    '<a>&#x;</a>',
    '<a>&#4a;</a>',
    '<a>]]></a>',
    '<a>]]]></a>',
    '<a>\0</a>',
    '<a>\u0001</a>',
    '<a>\uFFFE</a>',
    '<a b="\u0001"/>',
    '<a b="\uFFFF"/>',
    '<a><!-- \u0001 --></a>',
    '<a><![CDATA[\u0001]]></a>',
    '<a><?b \u0001?></a>',
    '<a><!-- -- --></a>',
    '<a><!-- ---></a>',
    '<a><!--></a>',
    '<a><!--->',
    '<a><!-- ',
    '<a><![CDATA[',
    '<a><![cdata[]]></a>',
    '<a><!ELEMENT a></a>',
    '<a><!></a>',
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a/><!DOCTYPE a>',
    '<a><?></a>',
    '<a><??></a>',
    '<a><? b?></a>',
    '<a><?1?></a>',
    '<a><?b~?></a>',
    '<a><?xml version="1.0"?></a>',
    ' <?xml version="1.0"?><a/>',
    '<?XML version="1.0"?><a/>',
    '<?xml?><a/>',
    '<?xml version="2"?><a/>',
    '<?xml version=1.0?><a/>',
    '<?xml encoding="UTF-8"?><a/>',
    '<?xml version="1.0" standalone="maybe"?><a/>',
    '<?xml version="1.0" encoding="8"?><a/>',
    '<?xml version="1.0"encoding="UTF-8"?><a/>',
    '<?xml version="1.0" standalone="no" encoding="UTF-8"?><a/>',
    '<?xml version="1.0" other="x"?><a/>',
  ])('rejects %j', (xml) => {
    expect(saxesReading(xml).fault).not.toBeNull();
    expectSame(xml);
  });

  test('rejects a duplicate among many attributes', () => {
    const names = Array.from({ length: 200 }, (_, i) => `a${i}="${i}"`);
    expectSame(`<a ${names.join(' ')}/>`);
    for (const again of ['a0', 'a39', 'a40', 'a41', 'a199'])
      expectSame(`<a ${names.join(' ')} ${again}="x"/>`);
  });

  test('handles random damage', () => {
    const { below, chance, pick } = seeded(8);
    for (let round = 0; round < 4000; round++) {
      let xml = pick(whole);
      for (let count = below(4); count >= 0; count--) {
        const at = below(xml.length + 1);
        xml = xml.slice(0, at) + pick(scraps) + xml.slice(at + (chance(0.5) ? 0 : below(1 + below(12))));
      }
      if (isMeantToDiffer(xml)) continue;
      expectSame(xml);
      expect(ourReading(xml, 1 + below(9))).toEqual(ourReading(xml));
    }
  });
});

const whole = [
  '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<FinalDraft DocumentType="Script" Version="5">\n  <Content>\n    <Paragraph Number="1A" Type="Scene Heading"><SceneProperties Length="1 1/8"/><Text>INT. DECK &amp; BAR</Text></Paragraph>\r\n  </Content>\n</FinalDraft>\n',
  '<a b=\'c"\'>x<![CDATA[<&>]]]]><!-- c-d -->&#x2019;<?pi body?>y<d/><d e = "f&lt;g"\n></d\t></a>',
  '<FinalDraft><Content><Paragraph Type="Action"><Text Style="Bold">É“a”</Text><Text> 😀</Text></Paragraph></Content></FinalDraft>',
];

const scraps = [
  ...[
    '',
    '',
    '<',
    '>',
    '/',
    '"',
    "'",
    '=',
    '&',
    ';',
    '#',
    '-',
    '--',
    '!',
    '?',
    '?>',
    '[',
    ']',
    ']]>',
    ' ',
    '\n',
  ],
  ...[
    '\r',
    '\t',
    '\0',
    '\u000B',
    '\uFFFF',
    '\u00A0',
    'é',
    '·',
    '1',
    '.',
    ':',
    'a',
    '<a',
    '</a>',
    '<a/>',
    '<b>',
    '/>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    '<!DOCTYPE a>',
    '<?',
    '<?xml ',
    '&amp;',
    '&#',
    '&#x',
    '&lt',
    'b="c"',
    ' b="c"',
  ],
];

/**
 * Return whether our parser is meant to differ from saxes. Ours rejects a second "?" in the target
 * of a processing instruction, which XML forbids. Ours reads version 1.1 by the rules of 1.0.
 * Unpaired surrogates never come from the decoder.
 */
function isMeantToDiffer(xml: string): boolean {
  if (!xml.isWellFormed()) return true;
  return /<\?[^\s?]+\?[^>]/.test(xml) || (/version="1\.\d*[1-9]/.test(xml) && !xml.includes('version="1.0"'));
}

test('reports the same position of an error for any piece size', () => {
  const xml = '<a>\r\n<b c="d">\n  text & more</b>\n</a>';
  expect(ourReading(xml).fault).toBe('“&” must be written “&amp;”. 3:7');
  for (const length of [1, 2, 5, 11]) expect(ourReading(xml, length).fault).toBe(ourReading(xml).fault);
});

test('captures a part verbatim for any piece size', () => {
  const part = "<b c = 'd'><!-- e --><f>&amp;</f\n></b>";
  const xml = `<a>x${part}<g/></a>`;
  for (let length = 1; length <= xml.length; length++) {
    const kept: string[] = [];
    let depth = 0;
    const parser: XmlParser = new XmlParser({
      open: () => {
        if (++depth === 2) parser.startCapture();
      },
      text: () => {},
      close: () => {
        if (depth-- === 2) kept.push(parser.endCapture());
      },
    });
    for (let at = 0; at < xml.length; at += length) parser.write(xml.slice(at, at + length));
    parser.close();
    expect(kept).toEqual([part, '<g/>']);
  }
});

const files = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files');
const hasCorpus = existsSync(files);
if (!hasCorpus)
  console.warn(`No scripts in ${files}: the parser is not compared with saxes on them. Set CORPUS_DIR.`);
const names = hasCorpus ? readdirSync(files).filter((name) => name.endsWith('.fdx')) : [];

test.runIf(hasCorpus).each(names)('emits the same events as saxes for %s', (name) => {
  const bytes = readFileSync(join(files, name));
  const decoder = new XmlDecoder();
  const xml = (decoder.decode(bytes) + decoder.end()).trimStart();
  const ours = ourReading(xml);
  expect(ours).toEqual(saxesReading(xml));
  expect(ours.fault).toBeNull();
  expect(ourReading(xml, 1000)).toEqual(ours);
});
