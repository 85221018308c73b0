import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { leafParagraphs, textHash } from '#test/fdx.ts';
import type { ScriptElement } from '../element.ts';
import type { ParseResult, Screenplay } from '../screenplay.ts';
import { XmlDecoder } from './decode.ts';
import { parseFdx } from './parse.ts';
import { typeNameOf } from './typeNames.ts';
import { writeFdx } from './write.ts';
import { parseNode, type XmlNode } from './xml.ts';

interface Expected {
  elements: number;
  nonEmpty: number;
  byType: Record<string, number>;
  scenes: number;
  sceneNumbers?: string[];
  dualBlocks: number;
  textSha256: string;
}

const corpus = process.env.CORPUS_DIR ?? '../shared/corpus';
const hasCorpus = existsSync(join(corpus, 'expected.json'));
if (!hasCorpus) console.warn(`No scripts in ${corpus}: the FDX corpus tests do not run. Set CORPUS_DIR.`);

const expectations: Record<string, Expected> = hasCorpus
  ? JSON.parse(readFileSync(join(corpus, 'expected.json'), 'utf8'))
  : {};
const files = Object.keys(expectations).filter((name) => name.endsWith('.fdx'));

function bytesOf(file: string): Uint8Array {
  return readFileSync(join(corpus, 'files', file));
}

function imported(file: string): Extract<ParseResult, { ok: true }> {
  const result = parseFdx(bytesOf(file));
  if (!result.ok) throw new Error(`${file}: ${result.message}`);
  return result;
}

/** Return the script as the database stores it: plain data, with object keys in another order. */
function asStored(screenplay: Screenplay): Screenplay {
  return JSON.parse(JSON.stringify(reordered(screenplay)));
}

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, each]) => [key, reordered(each)]));
}

/** Return what two equal files share: everything except white space between elements. */
function canonical(node: XmlNode): unknown {
  const children: unknown[] = [];
  let text = '';
  const flush = () => {
    if (text.trim() !== '') children.push(text);
    text = '';
  };
  for (const child of node.children) {
    if (typeof child === 'string') text += child;
    else {
      flush();
      children.push(canonical(child));
    }
  }
  flush();
  const attributes = Object.entries(node.attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return [node.name, attributes, children];
}

function textOf(bytes: Uint8Array): string {
  const decoder = new XmlDecoder();
  return decoder.decode(bytes) + decoder.end();
}

describe.skipIf(!hasCorpus)('a file of another program', () => {
  describe.each(files)('%s', (file) => {
    test('imports with its counts, numbers and dual dialogue', () => {
      const expected = expectations[file] as Expected;
      const { elements } = imported(file).screenplay;
      expect(elements).toHaveLength(expected.nonEmpty);
      const byType: Record<string, number> = {};
      const count = (type: string) => {
        byType[type] = (byType[type] ?? 0) + 1;
      };
      for (const { elementType, originalType } of elements) count(typeNameOf(elementType, originalType));
      const blanks = leafParagraphs(textOf(bytesOf(file))).filter(({ text }) => text.trim() === '');
      for (const { type } of blanks) count(type);
      expect(byType).toEqual(expected.byType);
      const numbers = elements.flatMap(({ sceneNumber }) => (sceneNumber ? [sceneNumber] : []));
      // The list is shortened: the first five and, after "...", the last two.
      const [head = [], tail = []] = [expected.sceneNumbers?.slice(0, 5), expected.sceneNumbers?.slice(6)];
      expect(numbers.slice(0, 5)).toEqual(head);
      expect(numbers.slice(numbers.length - tail.length)).toEqual(tail);
      const opens = elements.filter(({ dual }, i) => dual === 'left' && elements[i - 1]?.dual !== 'left');
      expect(opens).toHaveLength(expected.dualBlocks);
    });

    test('is written as the same file after a round trip through the database', () => {
      const { screenplay, notes } = imported(file);
      const out = writeFdx(asStored(screenplay), notes);
      expect(textHash(out)).toBe(expectations[file]?.textSha256);
      expect(canonical(parseNode(out))).toEqual(canonical(parseNode(textOf(bytesOf(file)))));
    });

    test('keeps everything else after edits in all places', () => {
      const screenplay = asStored(imported(file).screenplay);
      const { elements } = screenplay;
      const plan = elements.map((_, i) => ['edit', 'keep', 'keep', 'delete', 'keep', 'insert'][i % 6]);
      screenplay.elements = elements.flatMap((element, i): ScriptElement[] => {
        if (plan[i] === 'edit') return [{ ...element, content: 'SHE *WAITS*.' }];
        if (plan[i] === 'delete') return [];
        return plan[i] === 'insert' ? [added, element] : [element];
      });
      const before = leafParagraphs(textOf(bytesOf(file))).filter(({ text }) => text.trim() !== '');
      const expectedParagraphs = before.flatMap(({ type, text }, i) => {
        if (plan[i] === 'edit') {
          // Brackets that the file does not have are not added.
          const hasBrackets = type.toLowerCase() === 'parenthetical' && text.trim().startsWith('(');
          return [{ type, text: hasBrackets ? '(SHE WAITS.)' : 'SHE WAITS.' }];
        }
        if (plan[i] === 'delete') return [];
        return plan[i] === 'insert'
          ? [
              { type: 'Action', text: 'A light.' },
              { type, text },
            ]
          : [{ type, text }];
      });
      const after = leafParagraphs(writeFdx(screenplay)).filter(({ text }) => text.trim() !== '');
      // Spaces at the end of a line stay with the text before them.
      expect(after.map(({ type, text }) => ({ type, text: text.trim() }))).toEqual(
        expectedParagraphs.map(({ type, text }) => ({ type, text: text.trim() })),
      );
    });
  });

  test('includes every expected file', () => expect(files).not.toEqual([]));
});

const added: ScriptElement = {
  elementType: 'action',
  content: 'A light.',
  dual: null,
  originalType: null,
  extras: null,
};
