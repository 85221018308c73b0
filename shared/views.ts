/** View of a project: an entry of the sidebar and the screen that it opens. */
interface View {
  /** Last part of the address: /projects/{id}/{slug}. */
  slug: string;
  /** Text of the entry (docs/spec/workspace.md). */
  label: string;
  /** Name in web/workspace/viewIcons.ts. */
  icon: string;
  /** File below web/ whose default export is the screen. It is loaded when the view is opened. */
  file: `${string}/${string}.view.tsx`;
  /** Lists of the project that the screen reads first: ends of their addresses, with query. */
  lists: readonly string[];
  /** Placeholder while the code is loaded: a page of the script, or a heading. */
  skeleton: 'page' | 'heading';
}

/** The views of a project in the order of the sidebar (docs/spec/workspace.md). */
export const views = [
  {
    slug: 'idea-development',
    label: 'Idea Development',
    icon: 'Lightbulb',
    file: 'idea/idea.view.tsx',
    lists: [],
    skeleton: 'heading',
  },
  {
    slug: 'planning',
    label: 'Story Planning',
    icon: 'Spline',
    file: 'planning/planning.view.tsx',
    lists: ['acts', 'sequences', 'story-beats'],
    skeleton: 'heading',
  },
  {
    slug: 'scenes',
    label: 'Scene Manager',
    icon: 'Clapperboard',
    file: 'scenes/scenes.view.tsx',
    lists: ['scenes', 'acts', 'sequences', 'story-beats'],
    skeleton: 'heading',
  },
  {
    slug: 'characters',
    label: 'Characters',
    icon: 'UsersRound',
    file: 'characters/characters.view.tsx',
    lists: ['characters', 'script-elements?with=changes', 'scenes'],
    skeleton: 'heading',
  },
  {
    slug: 'script',
    label: 'Script Editor',
    icon: 'ScrollText',
    file: 'script/script.view.tsx',
    lists: ['script-elements?with=changes', 'scenes', 'characters', 'comments'],
    skeleton: 'page',
  },
  {
    slug: 'outline',
    label: 'Outline',
    icon: 'ListTree',
    file: 'outline/outline.view.tsx',
    lists: [],
    skeleton: 'heading',
  },
  {
    slug: 'project-settings',
    label: 'Project Settings',
    icon: 'Settings2',
    file: 'settings/settings.view.tsx',
    lists: [],
    skeleton: 'heading',
  },
] as const satisfies readonly View[];

export type WorkspaceView = (typeof views)[number];
export type ViewSlug = WorkspaceView['slug'];
export type ViewFile = WorkspaceView['file'];

/** Return the view with this slug. Without a name, or with an unknown one, it is the script. */
export function viewNamed(slug: string | undefined): WorkspaceView {
  const script = views.find((view) => view.slug === 'script');
  const view = views.find((each) => each.slug === slug) ?? script;
  if (!view) throw new Error('There is no view "script"');
  return view;
}
