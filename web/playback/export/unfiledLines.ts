import { speakerKey } from '#screenplay/cue.ts';
import type { ReadClip, UnfiledLine } from '#web/audio/readClip.ts';
import { narratorKey } from '../lineSound.ts';

/** Lines of one speaker without a stored file, as listed in the export dialog. */
export interface UnfiledLines {
  /** narratorKey, or the speakerKey of a speaker; null: these lines cannot get a voice. */
  key: string | null;
  /** "the narrator", the name of a speaker, or null for lines without a cue. */
  speaker: string | null;
  needsVoice: boolean;
  hasVoice: boolean;
  count: number;
  silent: number;
}

/**
 * Group the lines that are silent, or that need a voice chosen for this export, by their speaker.
 */
export function unfiledLinesOf(clips: readonly ReadClip[]): UnfiledLines[] {
  const shown = clips.flatMap(({ unfiled }) => (unfiled && isShown(unfiled) ? [unfiled] : []));
  return [...Map.groupBy(shown, groupOf).values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const { part, name, needsVoice, hasVoice } = first;
    return [
      {
        key: part === 'narration' ? narratorKey : name === null ? null : speakerKey(name),
        speaker: part === 'narration' ? 'the narrator' : name,
        ...{ needsVoice, hasVoice, count: lines.length },
        silent: lines.filter(({ isAudible }) => !isAudible).length,
      },
    ];
  });
}

function isShown({ needsVoice, isAudible }: UnfiledLine): boolean {
  return needsVoice || !isAudible;
}

function groupOf({ part, name, needsVoice }: UnfiledLine): string {
  return JSON.stringify([part, name === null ? null : speakerKey(name), needsVoice]);
}

/** Return the texts that have a voice and are silent, because speaking them costs credits. */
export function unpaidTexts(clips: readonly ReadClip[]): string[] {
  return clips.flatMap(({ unfiled }) => (unfiled?.hasVoice && !unfiled.isAudible ? [unfiled.text] : []));
}

/** Count the sounds that are in the file. */
export function soundCount(clips: readonly ReadClip[]): number {
  return clips.filter(({ unfiled }) => unfiled === undefined || unfiled.isAudible).length;
}

/** Describe a group: "23 lines of the narrator will be silent: …". */
export function unfiledText({ speaker, needsVoice, hasVoice, count, silent }: UnfiledLines): string {
  const of = speaker === null ? 'without a speaker' : `of ${speaker}`;
  if (silent === 0) return `${linesText(count)} ${of} will be spoken by the voice chosen here.`;
  const reason = hasVoice
    ? `${silent === 1 ? 'it is' : 'they are'} not voiced yet.`
    : needsVoice && speaker === 'the narrator'
      ? 'a voice of this device cannot be in a file.'
      : speaker === null
        ? 'no cue says who speaks.'
        : `${speaker} has no voice that can be in a file.`;
  return `${linesText(silent)} ${of} will be silent: ${reason}`;
}

export function linesText(count: number): string {
  return count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`;
}
