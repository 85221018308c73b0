/** Layouts of a title on its poster. */
export const titleLayouts = ['ledger', 'echo', 'disc'] as const;

/** The colour sets of Poster.module.css. */
export const colourSets = [
  'forest',
  'navy',
  'wine',
  'plum',
  'coal',
  'petrol',
  'rust',
  'paper',
  'mustard',
  'sage',
  'sky',
  'rose',
] as const;

export interface PosterLook {
  setting: (typeof titleLayouts)[number];
  colours: (typeof colourSets)[number];
}

/** Return the look of a project's poster. It is stable, and neighbours in a list differ. */
export function posterLook(projectId: number): PosterLook {
  const count = titleLayouts.length * colourSets.length;
  const index = Math.floor(spread(projectId) * count);
  return {
    setting: titleLayouts[index % titleLayouts.length] ?? 'ledger',
    colours: colourSets[Math.floor(index / titleLayouts.length)] ?? 'paper',
  };
}

/**
 * Map consecutive numbers to distant, evenly distributed values from 0 to 1 (Fibonacci hashing).
 */
function spread(number: number): number {
  return (Math.imul(number, 0x9e3779b1) >>> 0) / 2 ** 32;
}
