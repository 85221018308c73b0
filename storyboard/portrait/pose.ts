/** Where a head is, and how large: everything else is told in heads. */
export interface Pose {
  at(px: number, py: number): string;
  unit: number;
  x: number;
  y: number;
  side: number;
  height: number;
}

export type Tones = Record<'deep' | 'disc' | 'light' | 'skin' | 'shade' | 'hair' | 'cloth', string>;
