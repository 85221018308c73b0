/** Default values of a beat (docs/spec/planning.md). */
export const newBeat = { title: 'New Beat', description: 'Add description...' } as const;
