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
import type { ComponentType } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { type ViewSlug, viewSlugOf } from '#shared/opening.ts';
import { screenOf } from '#web/lib/screen.ts';
import { codeOf } from '#web/opening.ts';

export interface View {
  /** Last part of the address: /projects/{id}/{slug}. */
  slug: ViewSlug;
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
    Screen: screenOf(codeOf['idea/IdeaScreen.tsx']),
  },
  {
    slug: 'planning',
    label: 'Story Planning',
    icon: Spline,
    Screen: screenOf(codeOf['planning/PlanningScreen.tsx']),
  },
  {
    slug: 'scenes',
    label: 'Scene Manager',
    icon: Clapperboard,
    Screen: screenOf(codeOf['scenes/ScenesScreen.tsx']),
  },
  {
    slug: 'characters',
    label: 'Characters',
    icon: UsersRound,
    Screen: screenOf(codeOf['characters/CharactersScreen.tsx']),
  },
  {
    slug: 'script',
    label: 'Script Editor',
    icon: ScrollText,
    Screen: screenOf(codeOf['script/ScriptView.tsx']),
  },
  {
    slug: 'outline',
    label: 'Outline',
    icon: ListTree,
    Screen: screenOf(codeOf['outline/OutlineScreen.tsx']),
  },
  {
    slug: 'project-settings',
    label: 'Project Settings',
    icon: Settings2,
    Screen: screenOf(codeOf['settings/SettingsScreen.tsx']),
  },
];

/** None and unknown names are the script. */
export function viewNamed(name: string | undefined): View {
  const slug = viewSlugOf(name);
  const view = views.find((each) => each.slug === slug);
  if (!view) throw new Error(`${slug} is no view`);
  return view;
}
