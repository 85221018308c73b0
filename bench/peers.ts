import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'peers');

/**
 * Install the other programs once; return false with a message if the package registry is
 * unreachable.
 */
export function installPeers(): boolean {
  if (
    [
      'afterwriting',
      'fast-xml-parser',
      'prosemirror-history',
      '@codemirror/view',
      '@hocuspocus/server',
    ].every((name) => existsSync(join(folder, 'node_modules', name)))
  ) {
    return true;
  }
  console.log('Installing the programs to compare with (bench/peers) …');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return true;
  console.warn('!!! The other programs could not be installed: ours are measured alone.');
  return false;
}

const require = createRequire(join(folder, 'package.json'));

interface AfterwritingToken {
  type: string;
  text?: string;
}

/** afterwriting's parser: Fountain text → tokens. */
export function afterwritingParser(): (text: string) => AfterwritingToken[] {
  const { parser } = require('aw-parser');
  // The program's own settings; without them it prints nothing.
  const settings = {
    print_headers: true,
    print_actions: true,
    print_dialogues: true,
    use_dual_dialogue: true,
    merge_multiple_empty_lines: true,
  };
  return (text) => parser.parse(text, settings).tokens;
}

/** fountain-js: Fountain text → tokens and HTML. */
export function fountainJs(): (text: string) => unknown {
  const { Fountain } = require('fountain-js');
  return (text) => new Fountain().parse(text);
}

/**
 * fast-xml-parser: FDX → plain objects, and paragraphs → FDX. screenplay-tools, which is not in the
 * package registry, reads and writes FDX with it and with these settings, so it takes longer than
 * this alone.
 */
export function fastXml() {
  const { XMLParser, XMLBuilder } = require('fast-xml-parser');
  const settings = { ignoreAttributes: false, attributeNamePrefix: '@_' };
  return {
    read: (text: string): unknown => new XMLParser(settings).parse(text),
    write: (paragraphs: readonly { type: string; text: string }[]): string => {
      const Paragraph = paragraphs.map(({ type, text }) => ({ '@_Type': type, Text: text }));
      const root = { '@_DocumentType': 'Script', '@_Version': '5', Content: { Paragraph } };
      return new XMLBuilder({ ...settings, format: true, processEntities: true }).build({ FinalDraft: root });
    },
  };
}

/** Import path of fast-xml-parser for a separate process. */
export const fastXmlPath = join(folder, 'node_modules', 'fast-xml-parser', 'src', 'fxp.js');

/** Make afterwriting's PDF from a Fountain file in a separate process. */
export function afterwritingPdf(source: string, target: string): void {
  const program = join(folder, 'node_modules', 'afterwriting', 'awc.js');
  execFileSync(process.execPath, [program, '--source', source, '--pdf', target, '--overwrite'], {
    stdio: 'ignore',
  });
}

/** afterwriting's line breaker: tokens → lines with page breaks, US Letter by its own profile. */
export function afterwritingLiner(): (tokens: AfterwritingToken[]) => unknown {
  const { Liner } = require('aw-liner');
  const { helpers } = require('aw-parser');
  const wide = { feed: 1.5, max: 61 };
  const print = {
    lines_per_page: 55,
    dual_max_factor: 0.75,
    scene_heading: wide,
    action: wide,
    shot: wide,
    character: { feed: 3.5, max: 33 },
    parenthetical: { feed: 3, max: 26 },
    dialogue: { feed: 2.5, max: 36 },
    transition: wide,
    centered: wide,
    synopsis: wide,
    section: wide,
    note: wide,
    lyrics: wide,
  };
  return (tokens) =>
    new Liner(helpers).line(tokens, {
      print,
      text_more: '(MORE)',
      text_contd: "(CONT'D)",
      split_dialogue: true,
    });
}

/** Entry file of Hocuspocus' server in a separate process, beside the two modules that it needs. */
export const hocuspocusServerPath = join(folder, 'hocuspocusServer.mjs');

interface YText {
  readonly length: number;
  insert(index: number, text: string): void;
  delete(index: number, length: number): void;
  observe(listener: (event: unknown, transaction: { local: boolean }) => void): void;
}

/** Yjs and Hocuspocus' provider, as far as the bench needs them. */
export function hocuspocus(): {
  Y: { Doc: new () => { getArray(name: string): { get(index: number): YText; readonly length: number } } };
  HocuspocusProvider: new (options: object) => { destroy(): void };
  HocuspocusProviderWebsocket: new (options: object) => { destroy(): void };
} {
  return { Y: require('yjs'), ...require('@hocuspocus/provider') };
}
