/** A part of a long sound that has a name. */
export interface SoundChapter {
  title: string;
  startSeconds: number;
  endSeconds: number;
}
