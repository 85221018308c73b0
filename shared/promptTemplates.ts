import { fillTemplateClauses } from './templateClauses.ts';

/** Types of a prompt template: the picture of a scene, or the portrait of a character. */
export const templateKinds = ['scene', 'character'] as const;
export type TemplateKind = (typeof templateKinds)[number];

/** Names for double braces, in the order of the editors (docs/spec/settings.md). */
export const templateVariables = {
  scene: ['location', 'timeOfDay', 'sceneHeading', 'notes', 'scriptContext'],
  character: ['name', 'age', 'description', 'role', 'characterType', 'styleControl'],
} as const satisfies Record<TemplateKind, readonly string[]>;

export type TemplateVariable<Kind extends TemplateKind> = (typeof templateVariables)[Kind][number];

/** Values of a type's variables; "" and null are empty. */
export type TemplateValues<Kind extends TemplateKind> = Record<
  TemplateVariable<Kind>,
  string | number | null | undefined
>;

/** Decision OQ-38. */
export const defaultTemplates: Record<TemplateKind, string> = {
  scene:
    'Cinematic storyboard frame. Scene: {{sceneHeading}}. Location: {{location}}. Time of day: {{timeOfDay}}. Notes: {{notes}}. What happens: {{scriptContext}}. Film lighting, no text.',
  character:
    'Portrait of {{name}}, age {{age}}, {{role}} ({{characterType}}). {{description}} Visual style: {{styleControl}}. Neutral background, no text.',
};

/** As projects store them. */
export const templateLimit = 10_000;

interface Templates {
  sceneImagePromptTemplate: string | null;
  characterAvatarPromptTemplate: string | null;
}

/** The project's own template, or the default where it has none: null or blank. */
export function sceneTemplateOf({
  sceneImagePromptTemplate,
}: Pick<Templates, 'sceneImagePromptTemplate'>): string {
  return sceneImagePromptTemplate?.trim() ? sceneImagePromptTemplate : defaultTemplates.scene;
}

/** Return the template of portraits. */
export function characterTemplateOf({
  characterAvatarPromptTemplate,
}: Pick<Templates, 'characterAvatarPromptTemplate'>): string {
  return characterAvatarPromptTemplate?.trim() ? characterAvatarPromptTemplate : defaultTemplates.character;
}

/** The prompt for the picture of a scene. */
export function scenePrompt(
  project: Pick<Templates, 'sceneImagePromptTemplate'>,
  values: TemplateValues<'scene'>,
): string {
  return fillTemplate(sceneTemplateOf(project), values);
}

/** The prompt for the portrait of a character. */
export function characterPrompt(
  project: Pick<Templates, 'characterAvatarPromptTemplate'>,
  values: TemplateValues<'character'>,
): string {
  return fillTemplate(characterTemplateOf(project), values);
}

/**
 * Replace the variables of a template. Only double braces count; braces in values are text. A name
 * without a value is removed together with its label: "Notes: {{notes}}." disappears without notes.
 * Everything else stays as it was written.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  return fillTemplateClauses(template, (name) =>
    Object.hasOwn(values, name) ? `${values[name] ?? ''}`.trim() : '',
  );
}

/** Return the unknown names in double braces, each once, as they were typed. */
export function unknownVariables(template: string, kind: TemplateKind): string[] {
  const known: readonly string[] = templateVariables[kind];
  const names = variablesIn(template).filter((name) => !known.includes(name));
  return [...new Set(names)];
}

/** Every name in double braces, in order. */
export function variablesIn(template: string): string[] {
  return [...template.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
}
