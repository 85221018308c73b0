import {
  Clapperboard,
  Lightbulb,
  ListTree,
  type LucideIcon,
  ScrollText,
  Settings2,
  Spline,
  UsersRound,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { Project } from '#shared/contract/projects.ts';

export interface View {
  /** Last part of the address: /projects/{id}/{slug}. */
  slug: string;
  /** The sidebar's entry (spec platform §2). */
  label: string;
  icon: LucideIcon;
  /** Loaded when it is first opened. */
  Screen: ComponentType<{ project: Project }>;
}

/** The views of a project in the order of the sidebar (spec platform §2); a new view is one entry here. */
export const views: readonly View[] = [
  {
    slug: 'idea-development',
    label: 'Idea Development',
    icon: Lightbulb,
    Screen: lazy(() => import('#web/idea/IdeaScreen.tsx').then((file) => ({ default: file.IdeaScreen }))),
  },
  {
    slug: 'planning',
    label: 'Story Planning',
    icon: Spline,
    Screen: lazy(() =>
      import('#web/planning/PlanningScreen.tsx').then((file) => ({ default: file.PlanningScreen })),
    ),
  },
  {
    slug: 'scenes',
    label: 'Scene Manager',
    icon: Clapperboard,
    Screen: lazy(() =>
      import('#web/scenes/ScenesScreen.tsx').then((file) => ({ default: file.ScenesScreen })),
    ),
  },
  {
    slug: 'characters',
    label: 'Characters',
    icon: UsersRound,
    Screen: lazy(() =>
      import('#web/characters/CharactersScreen.tsx').then((file) => ({ default: file.CharactersScreen })),
    ),
  },
  {
    slug: 'script',
    label: 'Script Editor',
    icon: ScrollText,
    Screen: lazy(() => import('#web/script/ScriptView.tsx').then((file) => ({ default: file.ScriptView }))),
  },
  {
    slug: 'outline',
    label: 'Outline',
    icon: ListTree,
    Screen: lazy(() =>
      import('#web/outline/OutlineScreen.tsx').then((file) => ({ default: file.OutlineScreen })),
    ),
  },
  {
    slug: 'project-settings',
    label: 'Project Settings',
    icon: Settings2,
    Screen: lazy(() =>
      import('#web/settings/SettingsScreen.tsx').then((file) => ({ default: file.SettingsScreen })),
    ),
  },
];

/** None and unknown names are the script. */
export function viewNamed(name: string | undefined): View {
  const view = views.find(({ slug }) => slug === name) ?? views.find(({ slug }) => slug === 'script');
  if (!view) throw new Error('The script is a view');
  return view;
}
