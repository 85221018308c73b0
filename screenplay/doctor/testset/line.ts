/** A weak line: which rule speaks, and the whole line as it would be; null where no rewrite may be offered. */
export type WeakLine = readonly [rule: string, text: string, becomes: string | null];
