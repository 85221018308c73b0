export const revisionViews = ['all', 'active', 'highest', 'none'] as const;

/** Which marks are shown: all, those of the active set, of the last set on each page, or none. */
export type RevisionView = (typeof revisionViews)[number];
