import type { ComponentType } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { ViewSlug } from '#shared/opening.ts';
import { screenOf } from '#web/lib/screen.ts';
import { viewCode } from '#web/viewCode.ts';

/** What each view shows, loaded when it is first opened. Apart from their names, which screens use to lead to others. */
export const viewScreens: Readonly<Record<ViewSlug, ComponentType<{ project: Project }>>> = {
  'idea-development': screenOf(viewCode['idea/IdeaScreen.tsx']),
  planning: screenOf(viewCode['planning/PlanningScreen.tsx']),
  scenes: screenOf(viewCode['scenes/ScenesScreen.tsx']),
  characters: screenOf(viewCode['characters/CharactersScreen.tsx']),
  script: screenOf(viewCode['script/ScriptView.tsx']),
  outline: screenOf(viewCode['outline/OutlineScreen.tsx']),
  'project-settings': screenOf(viewCode['settings/SettingsScreen.tsx']),
};
