/** How a title can be set on its poster. */
export const settings = ['ledger', 'echo', 'disc'] as const;

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

export interface Look {
  setting: (typeof settings)[number];
  colours: (typeof colourSets)[number];
}

/** The same project always has the same poster; neighbours in a list rarely look alike. */
export function lookOf(projectId: number): Look {
  const hash = mixed(projectId);
  return {
    setting: settings[hash % settings.length] ?? 'ledger',
    colours: colourSets[Math.floor(hash / settings.length) % colourSets.length] ?? 'paper',
  };
}

/** A finalizer of MurmurHash3: every bit of the number moves every bit of the result. */
function mixed(number: number): number {
  let bits = number >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
