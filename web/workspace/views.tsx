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
import { type ViewSlug, viewSlugOf } from '#shared/opening.ts';

export interface WorkspaceView {
  /** Last part of the address: /projects/{id}/{slug}. */
  slug: ViewSlug;
  /** The sidebar's entry (docs/spec/workspace.md). */
  label: string;
  icon: LucideIcon;
}

/** The views of a project in the order of the sidebar (docs/spec/workspace.md); a new view is one entry here, and its screen in viewScreens.ts. */
export const views: readonly WorkspaceView[] = [
  {
    slug: 'idea-development',
    label: 'Idea Development',
    icon: Lightbulb,
  },
  {
    slug: 'planning',
    label: 'Story Planning',
    icon: Spline,
  },
  {
    slug: 'scenes',
    label: 'Scene Manager',
    icon: Clapperboard,
  },
  {
    slug: 'characters',
    label: 'Characters',
    icon: UsersRound,
  },
  {
    slug: 'script',
    label: 'Script Editor',
    icon: ScrollText,
  },
  {
    slug: 'outline',
    label: 'Outline',
    icon: ListTree,
  },
  {
    slug: 'project-settings',
    label: 'Project Settings',
    icon: Settings2,
  },
];

/** None and unknown names are the script. */
export function viewNamed(name: string | undefined): WorkspaceView {
  const slug = viewSlugOf(name);
  const view = views.find((each) => each.slug === slug);
  if (!view) throw new Error(`${slug} is no view`);
  return view;
}
