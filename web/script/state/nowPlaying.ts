import type { ReadItem } from '#screenplay/playback/tableRead.ts';

/** The part of the script that is playing. */
export interface NowPlaying {
  elementId: number;
  /** Number of the playing element among the playable ones, from 1. */
  current: number;
  /** Number of playable elements. */
  total: number;
  /** One element, the script by its playlist, or a table read. */
  mode: 'element' | 'script' | 'tableRead';
  /** Its sound is being loaded or generated. */
  isWaiting: boolean;
  part: ReadItem['part'];
  /** A line that the user reads aloud. */
  isMine: boolean;
}
