/** State of a part outside the process; off: none is configured. */
export type PartStatus = 'ok' | 'away' | 'off';
