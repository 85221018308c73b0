/** A stretch of an element's printed text that stands out; offsets count in the text without marks of emphasis. */
export interface Mark {
  type: MarkKind;
  elementId: number;
  start: number;
  end: number;
}

/** From the faintest to the strongest: where two meet, the later is seen. */
export const markKinds = [
  'comment',
  'comment-active',
  'found',
  'heard',
  'unseen',
  'found-here',
  'selected',
] as const;
export type MarkKind = (typeof markKinds)[number];

/** Its name in marks.css. */
export const highlightName = (type: MarkKind) => `script-${type}`;
