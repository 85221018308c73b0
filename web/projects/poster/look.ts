/** How a title can be set on its poster. */
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

/** The same project always has the same poster, and neighbours in a list look different. */
export function posterLook(projectId: number): PosterLook {
  const count = titleLayouts.length * colourSets.length;
  const place = Math.floor(spread(projectId) * count);
  return {
    setting: titleLayouts[place % titleLayouts.length] ?? 'ledger',
    colours: colourSets[Math.floor(place / titleLayouts.length)] ?? 'paper',
  };
}

/** Fibonacci hashing: numbers that follow each other land far apart in 0 to 1, and all of it is used evenly. */
function spread(number: number): number {
  return (Math.imul(number, 0x9e3779b1) >>> 0) / 2 ** 32;
}
