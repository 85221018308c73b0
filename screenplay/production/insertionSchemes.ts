/** How productions number what is inserted between two issued numbers (docs/decisions/0110). */
export const insertionSchemes = ['suffix', 'prefix'] as const;
/** 5A after 5, or A6 before 6. */
export type InsertionScheme = (typeof insertionSchemes)[number];
