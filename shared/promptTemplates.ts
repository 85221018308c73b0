import { fillTemplateClauses } from './templateClauses.ts';

/** Kinds of prompt templates: for the picture of a scene, or the portrait of a character. */
export const templateKinds = ['scene', 'character'] as const;
export type TemplateKind = (typeof templateKinds)[number];

/** Names that may be used in double braces, in the order of the editors (docs/spec/settings.md). */
export const templateVariables = {
  scene: ['location', 'timeOfDay', 'sceneHeading', 'notes', 'scriptContext'],
  character: ['name', 'age', 'description', 'role', 'characterType', 'styleControl'],
} as const satisfies Record<TemplateKind, readonly string[]>;

export type TemplateVariable<Kind extends TemplateKind> = (typeof templateVariables)[Kind][number];

/** Values of the variables of a template. "" and null are empty. */
export type TemplateValues<Kind extends TemplateKind> = Record<
  TemplateVariable<Kind>,
  string | number | null | undefined
>;

/** Default templates (decision OQ-38). */
export const defaultTemplates: Record<TemplateKind, string> = {
  scene:
    'Cinematic storyboard frame. Scene: {{sceneHeading}}. Location: {{location}}. Time of day: {{timeOfDay}}. Notes: {{notes}}. What happens: {{scriptContext}}. Film lighting, no text.',
  character:
    'Portrait of {{name}}, age {{age}}, {{role}} ({{characterType}}). {{description}} Visual style: {{styleControl}}. Neutral background, no text.',
};

/** Maximum characters of a project's template. */
export const templateLimit = 10_000;

interface Templates {
  sceneImagePromptTemplate: string | null;
  characterAvatarPromptTemplate: string | null;
}

/** Return the project's own template for scene pictures, or the default if it is null or blank. */
export function sceneTemplateOf({
  sceneImagePromptTemplate,
}: Pick<Templates, 'sceneImagePromptTemplate'>): string {
  return sceneImagePromptTemplate?.trim() ? sceneImagePromptTemplate : defaultTemplates.scene;
}

/** Return the project's own template for portraits, or the default if it is null or blank. */
export function characterTemplateOf({
  characterAvatarPromptTemplate,
}: Pick<Templates, 'characterAvatarPromptTemplate'>): string {
  return characterAvatarPromptTemplate?.trim() ? characterAvatarPromptTemplate : defaultTemplates.character;
}

/** Fill the template for the picture of a scene. */
export function scenePrompt(
  project: Pick<Templates, 'sceneImagePromptTemplate'>,
  values: TemplateValues<'scene'>,
): string {
  return fillTemplate(sceneTemplateOf(project), values);
}

/** Fill the template for the portrait of a character. */
export function characterPrompt(
  project: Pick<Templates, 'characterAvatarPromptTemplate'>,
  values: TemplateValues<'character'>,
): string {
  return fillTemplate(characterTemplateOf(project), values);
}

/**
 * Replace the variables of a template. Only double braces count; braces in values are text. A
 * variable without a value is removed with its label: "Notes: {{notes}}." disappears without notes.
 * Other text is unchanged.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  return fillTemplateClauses(template, (name) =>
    Object.hasOwn(values, name) ? `${values[name] ?? ''}`.trim() : '',
  );
}

/** Return the unknown names in double braces, each once and as typed. */
export function unknownVariables(template: string, kind: TemplateKind): string[] {
  const known: readonly string[] = templateVariables[kind];
  const names = variablesIn(template).filter((name) => !known.includes(name));
  return [...new Set(names)];
}

/** Return all names in double braces, in order. */
export function variablesIn(template: string): string[] {
  return [...template.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
}
