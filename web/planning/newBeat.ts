/** Spec workspace §4. */
export const newBeat = { title: 'New Beat', description: 'Add description...' } as const;
