import { isCueType, isHeadingType, isTransitionType } from '#screenplay/elementTypes/predicates.ts';
import { compareOrder } from '#screenplay/order.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { TemplateKind, TemplateValues } from '#shared/promptTemplates.ts';
import { settingsToasts } from '#web/settings/settingsToasts.ts';

export const templateWords = {
  scene: {
    title: 'Scene images',
    label: 'Template for scene images',
    failed: settingsToasts.sceneTemplateFailed,
  },
  character: {
    title: 'Character avatars',
    label: 'Template for character avatars',
    failed: settingsToasts.characterTemplateFailed,
  },
} as const;

export type Templates = Record<TemplateKind, string>;

/** Return the texts of the editors; empty for null. */
export function templatesOf(project: Project): Templates {
  return {
    scene: project.sceneImagePromptTemplate ?? '',
    character: project.characterAvatarPromptTemplate ?? '',
  };
}

/** Return whether two templates are equal; all blank ones mean the default. */
export function isSameTemplate(one: string, other: string): boolean {
  return one === other || (one.trim() === '' && other.trim() === '');
}

/**
 * Return the body of a save. Blank templates mean the default (docs/spec/settings.md), stored as
 * null.
 */
export function changeTo({ scene, character }: Templates) {
  const stored = (text: string) => (text.trim() === '' ? null : text);
  return { sceneImagePromptTemplate: stored(scene), characterAvatarPromptTemplate: stored(character) };
}

/** Maximum length of the scene's text in a preview. */
const contextLength = 400;

/** Return the values of a scene's variables. */
export function sceneValues(scene: Scene, elements: readonly Element[]): TemplateValues<'scene'> {
  const lines = elements
    .filter(({ elementType }) => !isHeadingType(elementType) && !isTransitionType(elementType))
    .toSorted(compareOrder)
    .map(({ elementType, content }) => (isCueType(elementType) ? `${content}:` : content));
  const context = lines.join(' ');
  return {
    location: scene.location,
    timeOfDay: scene.timeOfDay,
    sceneHeading: scene.heading,
    notes: scene.notes,
    scriptContext: context.length > contextLength ? `${context.slice(0, contextLength).trimEnd()}…` : context,
  };
}

/** Return the values of a character's variables. */
export function characterValues(character: Character): TemplateValues<'character'> {
  return {
    name: character.name,
    age: character.age,
    description: character.description,
    role: character.role,
    characterType: character.characterType,
    styleControl: character.visualAesthetic,
  };
}
