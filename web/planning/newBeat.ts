/** What a beat says until somebody writes it (docs/spec/planning.md). */
export const newBeat = { title: 'New Beat', description: 'Add description...' } as const;
