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
}

/** What the files of a read are multiplied by for a volume. */
export function gainOfVolume(volume: number): number {
  return volume * 2;
}
