/** Spoken line without a stored file, as an export shows it before it starts. */
export interface UnfiledLine {
  part: 'narration' | 'dialogue';
  /** Speaker as the cue names them; null for the narrator, and for a dialogue without a cue. */
  name: string | null;
  text: string;
  /** The line has no voice that can be in a file, unless one is chosen for this export. */
  needsVoice: boolean;
  /** A voice speaks it in the file, its own or a chosen one. */
  hasVoice: boolean;
  /** It is in the file: it has a voice, and speaking it may be asked for. */
  isAudible: boolean;
}

/** One thing that is heard when a script is read, as exports take it. */
export interface ReadClip {
  /** Its sound as a file; null: there is none. Asked for when its turn comes, and not kept. */
  load: (signal: AbortSignal) => Promise<Blob | null>;
  /** How long it takes where nothing is heard, in seconds; 0: it is left out then. */
  silentSeconds: number;
  overlapSeconds: number;
  /** As elements store it, 0 to 1; 0.5 is as loud as the file. */
  volume: number;
  /** The heading of its scene, as chapters name it. */
  chapter: string;
  /** Absent for sounds that have a file, and for lines that are silent on purpose. */
  unfiled?: UnfiledLine | undefined;
}

/** Return the gain of a read's files for a volume. */
export function gainOfVolume(volume: number): number {
  return volume * 2;
}
