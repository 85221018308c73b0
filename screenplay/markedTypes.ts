/** Types of Final Draft that Fountain marks: a shot with `!!`, and a sung line with `~`. */
export const markedTypes = ['Shot', 'Lyrics'] as const;
export type MarkedType = (typeof markedTypes)[number];

export function isMarkedType(type: string | null | undefined): type is MarkedType {
  return markedTypes.some((each) => each === type);
}
