/**
 * A weak line: the rule that reports it, and the corrected line; null if no rewrite may be offered.
 */
export type WeakLine = readonly [rule: string, text: string, becomes: string | null];
