import type { ComponentType } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { ViewSlug } from '#shared/opening.ts';
import { screenOf } from '#web/lib/screen.ts';
import { codeOf } from '#web/opening.ts';

/** What each view shows, loaded when it is first opened. Apart from their names, which screens use to lead to others. */
export const viewScreens: Readonly<Record<ViewSlug, ComponentType<{ project: Project }>>> = {
  'idea-development': screenOf(codeOf['idea/IdeaScreen.tsx']),
  planning: screenOf(codeOf['planning/PlanningScreen.tsx']),
  scenes: screenOf(codeOf['scenes/ScenesScreen.tsx']),
  characters: screenOf(codeOf['characters/CharactersScreen.tsx']),
  script: screenOf(codeOf['script/ScriptView.tsx']),
  outline: screenOf(codeOf['outline/OutlineScreen.tsx']),
  'project-settings': screenOf(codeOf['settings/SettingsScreen.tsx']),
};
