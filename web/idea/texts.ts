import { conceptRatio } from '#shared/contract/concept.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { ProjectChangeBody } from '#web/projects/projects.data.ts';

export const ideaFields = ['name', 'logline', 'synopsis'] as const;
export type IdeaField = (typeof ideaFields)[number];
export type IdeaTexts = Record<IdeaField, string>;

export const ideaLabels = {
  name: 'Title',
  logline: 'Logline',
  synopsis: 'Synopsis',
} as const satisfies IdeaTexts;

/** Maximum lengths that the server accepts (shared/contract/projects.ts). */
const limits: Record<IdeaField, number> = { name: 200, logline: 1000, synopsis: 20_000 };

export function textsOf({ name, logline, synopsis }: Project): IdeaTexts {
  return { name, logline: logline ?? '', synopsis: synopsis ?? '' };
}

export function trimmed({ name, logline, synopsis }: IdeaTexts): IdeaTexts {
  return { name: name.trim(), logline: logline.trim(), synopsis: synopsis.trim() };
}

/** Return the fields that are longer than the server accepts. */
export function tooLong(texts: IdeaTexts): IdeaField[] {
  return ideaFields.filter((field) => texts[field].trim().length > limits[field]);
}

export function tooLongText(field: IdeaField, texts: IdeaTexts): string {
  const count = (characters: number) => characters.toLocaleString('en-US');
  const length = texts[field].trim().length;
  return `${ideaLabels[field]} has ${count(length)} characters. The maximum is ${count(limits[field])}; shorten it to save.`;
}

/**
 * Return the body of a save (docs/spec/idea.md): trimmed fields, without a blank name (decision
 * OQ-34), the banner's ratio. Null if there is nothing to send: no change, only blanks, or a field
 * that is too long.
 */
export function ideaChange(saved: IdeaTexts, texts: IdeaTexts): ProjectChangeBody | null {
  const { name, logline, synopsis } = trimmed(texts);
  const isChanged = ideaFields.some((field) => texts[field].trim() !== saved[field].trim());
  const isBlank = name === '' && logline === '' && synopsis === '';
  if (!isChanged || isBlank || tooLong(texts).length > 0) return null;
  return { ...(name !== '' && { name }), logline, synopsis, conceptImageAspectRatio: conceptRatio };
}
