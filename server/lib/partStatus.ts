/** How a part outside the process is doing; off: none is configured, and none is needed. */
export type PartStatus = 'ok' | 'away' | 'off';
