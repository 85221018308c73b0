import { Lightbulb, type LucideIcon, ScrollText, Settings2 } from 'lucide-react';
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

const ideaView: View = {
  slug: 'idea-development',
  label: 'Idea Development',
  icon: Lightbulb,
  Screen: lazy(() => import('#web/idea/IdeaScreen.tsx').then((file) => ({ default: file.IdeaScreen }))),
};

const scriptView: View = {
  slug: 'script',
  label: 'Script Editor',
  icon: ScrollText,
  Screen: lazy(() => import('#web/script/ScriptView.tsx').then((file) => ({ default: file.ScriptView }))),
};

const settingsView: View = {
  slug: 'project-settings',
  label: 'Project Settings',
  icon: Settings2,
  Screen: lazy(() =>
    import('#web/settings/SettingsScreen.tsx').then((file) => ({ default: file.SettingsScreen })),
  ),
};

/** The views of a project in the order of the sidebar; a new view is one line here. */
export const views: readonly View[] = [ideaView, scriptView, settingsView];

/** Every view name of spec platform §2. Those that are no view of ours have no page. */
export const viewNames = [
  'idea-development',
  'script',
  'planning',
  'characters',
  'scenes',
  'outline',
  'project-settings',
] as const;

/** None and unknown names are the script; null for a name of the product that is no view here. */
export function viewNamed(name: string | undefined): View | null {
  const view = views.find(({ slug }) => slug === name);
  if (view) return view;
  return viewNames.some((known) => known === name) ? null : scriptView;
}
