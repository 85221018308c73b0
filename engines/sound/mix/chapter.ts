/** A named part of a long sound. */
export interface SoundChapter {
  title: string;
  startSeconds: number;
  endSeconds: number;
}
