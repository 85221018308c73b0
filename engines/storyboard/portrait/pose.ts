/** Position and size of a head; all other measures are in units of it. */
export interface Pose {
  at(px: number, py: number): string;
  unit: number;
  x: number;
  y: number;
  side: number;
  height: number;
}

export type Tones = Record<'deep' | 'disc' | 'light' | 'skin' | 'shade' | 'hair' | 'cloth', string>;
