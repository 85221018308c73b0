import type { SoundChapter } from './chapter.ts';

/*
 * The ID3 tag of an MP3 file, with its title and chapters. Sources: "ID3 tag version 2.3.0", which
 * more players read than 2.4, and "ID3v2 Chapter Frame Addendum" 1.0.
 */

/** A table of contents counts its entries in one byte. */
const maxEntries = 255;
/** Value for "no byte offset": players use the time. */
const noOffset = 0xffffffff;

export interface Mp3Tag {
  title: string;
  chapters: readonly SoundChapter[];
}

/** Return the bytes before the first audio frame. */
export function id3Tag({ title, chapters }: Mp3Tag): Uint8Array<ArrayBuffer> {
  const frames = [textFrame('TIT2', title), ...contents(chapters), ...chapters.map(chapterFrame)];
  const length = frames.reduce((sum, frame) => sum + frame.length, 0);
  return concatenate([latin('ID3'), Uint8Array.of(3, 0, 0, ...sevenBits(length)), ...frames]);
}

function chapterFrame({ title, startSeconds, endSeconds }: SoundChapter, index: number) {
  const times = [startSeconds, endSeconds].flatMap((seconds) => bytes32(Math.round(seconds * 1000)));
  return frame('CHAP', [
    latin(`${chapterId(index)}\0`),
    Uint8Array.from([...times, ...bytes32(noOffset), ...bytes32(noOffset)]),
    textFrame('TIT2', title),
  ]);
}

/**
 * Return the tables of contents: one, or several that a top one lists if it cannot count all
 * chapters.
 */
function contents(chapters: readonly SoundChapter[]) {
  if (chapters.length === 0) return [];
  const ids = chapters.map((_, index) => chapterId(index));
  if (ids.length <= maxEntries) return [contentsFrame('toc', true, ids)];
  const tables = Array.from({ length: Math.ceil(ids.length / maxEntries) }, (_, table) =>
    ids.slice(table * maxEntries, (table + 1) * maxEntries),
  );
  return [
    contentsFrame(
      'toc',
      true,
      tables.map((_, table) => `toc${table + 1}`),
    ),
    ...tables.map((entries, table) => contentsFrame(`toc${table + 1}`, false, entries)),
  ];
}

function contentsFrame(id: string, isTop: boolean, entries: readonly string[]) {
  const ordered = 1;
  const flags = isTop ? 2 + ordered : ordered;
  return frame('CTOC', [
    latin(`${id}\0`),
    Uint8Array.of(flags, entries.length),
    ...entries.map((entry) => latin(`${entry}\0`)),
  ]);
}

function chapterId(index: number): string {
  return `ch${index + 1}`;
}

/**
 * Encode text as UTF-16 with a byte order mark, the only encoding of version 2.3 for all
 * characters.
 */
function textFrame(name: string, text: string) {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const little = units.flatMap((unit) => [unit & 255, unit >> 8]);
  return frame(name, [Uint8Array.from([1, 0xff, 0xfe, ...little, 0, 0])]);
}

function frame(name: string, parts: readonly Uint8Array[]) {
  const body = concatenate(parts);
  return concatenate([latin(name), Uint8Array.from([...bytes32(body.length), 0, 0]), body]);
}

function latin(text: string) {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255);
}

function bytes32(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
}

/** Encode a length in 7-bit bytes, so that none looks like the start of an audio frame. */
function sevenBits(value: number): number[] {
  return [21, 14, 7, 0].map((shift) => (value >>> shift) & 127);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
