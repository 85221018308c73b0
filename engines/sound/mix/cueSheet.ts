import type { SoundChapter } from './chapter.ts';

/** Players count tracks with two digits. */
const maxTracks = 99;
/** Cue sheets count time in compact disc frames, 75 per second. */
const framesPerSecond = 75;

export interface CueSheetOptions {
  title: string;
  /** Name of the MP3 file next to the sheet. */
  fileName: string;
  chapters: readonly SoundChapter[];
}

/**
 * Return the chapters of a sound file as a cue sheet for players and editing software. Chapters
 * from the 100th on belong to track 99.
 */
export function cueSheet({ title, fileName, chapters }: CueSheetOptions): string {
  const left = chapters.length - maxTracks;
  const lines = [
    `TITLE ${quoted(title)}`,
    ...(left > 0
      ? [`REM Track ${maxTracks} goes to the end: ${left} more scenes are chapters of the file.`]
      : []),
    `FILE ${quoted(fileName)} MP3`,
    ...chapters
      .slice(0, maxTracks)
      .flatMap((chapter, index) => [
        `  TRACK ${String(index + 1).padStart(2, '0')} AUDIO`,
        `    TITLE ${quoted(chapter.title)}`,
        `    INDEX 01 ${cueTime(chapter.startSeconds)}`,
      ]),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Quote a text; the format has no escape for a double quote. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', "'").replace(/\s+/g, ' ').trim()}"`;
}

/** Format a time as minutes, seconds and frames. */
export function cueTime(seconds: number): string {
  const frames = Math.floor(seconds * framesPerSecond + 1e-6);
  const parts = [
    Math.floor(frames / framesPerSecond / 60),
    Math.floor(frames / framesPerSecond) % 60,
    frames % framesPerSecond,
  ];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
