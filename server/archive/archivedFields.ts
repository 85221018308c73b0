import { storableText } from '#shared/contract/fields.ts';

/** Return the schema of an archived text that may be missing. */
export const nullableText = (max: number) => storableText(max).nullable();
/** Address of a file. Only files of the archive itself are restored. */
export const archivedFile = nullableText(300);
export const archivedPrompt = nullableText(100_000);
