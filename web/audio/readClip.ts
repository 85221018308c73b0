/** Spoken line without a stored file, as listed before an export starts. */
export interface UnfiledLine {
  part: 'narration' | 'dialogue';
  /** Speaker as the cue names them; null for the narrator, and for a dialogue without a cue. */
  name: string | null;
  text: string;
  /** Whether a voice must be chosen for this export before the line can be in the file. */
  needsVoice: boolean;
  /** Whether it has a voice for the file, its own or a chosen one. */
  hasVoice: boolean;
  /** Whether it is audible in the file: it has a voice, and the user may request speech. */
  isAudible: boolean;
}

/** One sound of a script that is read aloud, as input of an export. */
export interface ReadClip {
  /**
   * Load its sound; null if there is none. Called when the clip's turn comes; the result is not
   * cached.
   */
  load: (signal: AbortSignal) => Promise<Blob | null>;
  /** Seconds that it takes without a sound; 0: it is omitted. */
  silentSeconds: number;
  overlapSeconds: number;
  /** As elements store it, 0 to 1; 0.5 is as loud as the file. */
  volume: number;
  /** Heading of its scene, the title of its chapter. */
  chapter: string;
  /** Absent for sounds that have a file, and for lines that are silent on purpose. */
  unfiled?: UnfiledLine | undefined;
}

/** Return the gain of a read's files for a volume. */
export function gainOfVolume(volume: number): number {
  return volume * 2;
}
