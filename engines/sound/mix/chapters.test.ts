import { describe, expect, it } from 'vitest';
import type { SoundChapter } from './chapter.ts';
import { cueSheet, cueTime } from './cueSheet.ts';
import { id3Tag } from './id3.ts';

interface Frame {
  name: string;
  body: Uint8Array;
}

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const number = (bytes: Uint8Array, bits = 8) => bytes.reduce((sum, byte) => sum * 2 ** bits + byte, 0);

function framesOf(bytes: Uint8Array): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = number(bytes.subarray(at + 4, at + 8));
    frames.push({ name: ascii(bytes.subarray(at, at + 4)), body: bytes.subarray(at + 10, at + 10 + length) });
    at += 10 + length;
  }
  return frames;
}

function textOf({ body }: Frame): string {
  expect([...body.subarray(0, 3)]).toEqual([1, 0xff, 0xfe]);
  return new TextDecoder('utf-16le').decode(body.subarray(3)).replace(/\0$/, '');
}

function read(tag: Uint8Array) {
  expect([ascii(tag.subarray(0, 3)), tag[3]]).toEqual(['ID3', 3]);
  expect(number(tag.subarray(6, 10), 7)).toBe(tag.length - 10);
  const frames = framesOf(tag.subarray(10));
  const named = (name: string) => frames.filter((frame) => frame.name === name);
  const tables = named('CTOC').map(({ body }) => {
    const [id, ...entries] = ascii(body)
      .replace(/\0(..)/s, '\0')
      .split('\0')
      .slice(0, -1);
    const end = body.indexOf(0);
    return { id, entries, isTop: ((body[end + 1] ?? 0) & 2) === 2, count: body[end + 2] };
  });
  const chapters = named('CHAP').map(({ body }) => {
    const end = body.indexOf(0);
    const [title] = framesOf(body.subarray(end + 17));
    return {
      id: ascii(body.subarray(0, end)),
      startMs: number(body.subarray(end + 1, end + 5)),
      endMs: number(body.subarray(end + 5, end + 9)),
      title: title && textOf(title),
    };
  });
  return { title: named('TIT2').map(textOf)[0], tables, chapters };
}

const chapters: SoundChapter[] = [
  { title: '1 INT. CAR DECK - NIGHT', startSeconds: 0, endSeconds: 12.5 },
  { title: 'EXT. HÅBEFJORD "PIER" 🎬', startSeconds: 12.5, endSeconds: 4000.001 },
];

describe('id3Tag', () => {
  it('writes chapters that read back', () => {
    expect(read(id3Tag({ title: 'Night Ferry – ночь', chapters }))).toEqual({
      title: 'Night Ferry – ночь',
      tables: [{ id: 'toc', entries: ['ch1', 'ch2'], isTop: true, count: 2 }],
      chapters: [
        { id: 'ch1', startMs: 0, endMs: 12_500, title: '1 INT. CAR DECK - NIGHT' },
        { id: 'ch2', startMs: 12_500, endMs: 4_000_001, title: 'EXT. HÅBEFJORD "PIER" 🎬' },
      ],
    });
  });

  it('writes no chapters when there are none', () => {
    expect(read(id3Tag({ title: '', chapters: [] }))).toEqual({ title: '', tables: [], chapters: [] });
  });

  it('writes several tables when one cannot count all chapters', () => {
    const many = Array.from({ length: 600 }, (_, index) => ({
      title: `Scene ${index + 1}`,
      startSeconds: index,
      endSeconds: index + 1,
    }));
    const { tables, chapters: found } = read(id3Tag({ title: 'Long', chapters: many }));
    expect(tables.map(({ id, count, isTop }) => [id, count, isTop])).toEqual([
      ['toc', 3, true],
      ['toc1', 255, false],
      ['toc2', 255, false],
      ['toc3', 90, false],
    ]);
    expect(tables.slice(1).flatMap(({ entries }) => entries)).toEqual(found.map(({ id }) => id));
  });
});

/** Return the tracks that a player reads from a cue sheet. */
function tracksOf(sheet: string) {
  return [
    ...sheet.matchAll(/TRACK (\d+) AUDIO\r\n {4}TITLE "([^"]*)"\r\n {4}INDEX 01 (\d+):(\d\d):(\d\d)\r\n/g),
  ].map(([, track, title, minutes, seconds, frames]) => ({
    track: Number(track),
    title,
    seconds: Number(minutes) * 60 + Number(seconds) + Number(frames) / 75,
  }));
}

describe('cueSheet', () => {
  it('names the file, and each scene with its time', () => {
    const sheet = cueSheet({ title: 'Night Ferry', fileName: 'Night "Ferry".mp3', chapters });
    expect(sheet).toContain('TITLE "Night Ferry"\r\n');
    expect(sheet).toContain(`FILE "Night 'Ferry'.mp3" MP3\r\n`);
    expect(tracksOf(sheet)).toEqual([
      { track: 1, title: '1 INT. CAR DECK - NIGHT', seconds: 0 },
      { track: 2, title: "EXT. HÅBEFJORD 'PIER' 🎬", seconds: 12 + 37 / 75 },
    ]);
  });

  it('writes at most 99 tracks and mentions the rest', () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      title: `${index}`,
      startSeconds: index,
      endSeconds: index + 1,
    }));
    const sheet = cueSheet({ title: '', fileName: 'a.mp3', chapters: many });
    expect(tracksOf(sheet)).toHaveLength(99);
    expect(sheet).toContain('REM Track 99 goes to the end: 21 more scenes are chapters of the file.');
  });

  it.each([
    [0, '00:00:00'],
    [59.999, '00:59:74'],
    [60, '01:00:00'],
    [7261.5, '121:01:37'],
    [0.2, '00:00:15'],
  ])('formats %d seconds as %s', (seconds, time) => {
    expect(cueTime(seconds)).toBe(time);
  });
});
