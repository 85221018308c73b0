/**
 * Highlighted range of an element's printed text. Offsets refer to the text without emphasis marks.
 */
export interface Mark {
  type: MarkKind;
  elementId: number;
  start: number;
  end: number;
}

/**
 * Kinds of marks from the weakest to the strongest: of overlapping marks the later one is visible.
 */
export const markKinds = [
  'misspelled',
  'comment',
  'comment-active',
  'found',
  'heard',
  'unseen',
  'found-here',
  'selected',
] as const;
export type MarkKind = (typeof markKinds)[number];

/** Return the highlight name in marks.css. */
export const highlightName = (type: MarkKind) => `script-${type}`;
