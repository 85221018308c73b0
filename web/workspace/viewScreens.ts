import type { ComponentType } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { ViewSlug } from '#shared/opening.ts';
import { lazyComponent } from '#web/lib/lazyComponent.ts';
import { viewCode } from '#web/viewCode.ts';

/** What each view shows, loaded when it is first opened. Apart from their names, which screens use to lead to others. */
export const viewScreens: Readonly<Record<ViewSlug, ComponentType<{ project: Project }>>> = {
  'idea-development': lazyComponent(viewCode['idea/IdeaScreen.tsx']),
  planning: lazyComponent(viewCode['planning/PlanningScreen.tsx']),
  scenes: lazyComponent(viewCode['scenes/ScenesScreen.tsx']),
  characters: lazyComponent(viewCode['characters/CharactersScreen.tsx']),
  script: lazyComponent(viewCode['script/ScriptView.tsx']),
  outline: lazyComponent(viewCode['outline/OutlineScreen.tsx']),
  'project-settings': lazyComponent(viewCode['settings/SettingsScreen.tsx']),
};
