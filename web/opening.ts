import type { QueryClient } from '@tanstack/react-query';
import { decodeProjectId, encodeProjectId } from '#shared/projectCode.ts';
import { type Part, partOf } from './lib/part.ts';

/** What an address needs to be shown: code and answers, all of which can be asked for at once. */
export interface Opening {
  code: readonly Part<unknown>[];
  /** Calls that the screen makes when it is drawn (lib/early.ts). */
  calls: readonly string[];
  /** Puts the answers where the screen looks for them. */
  fill?: (client: QueryClient) => Promise<void>;
}

const user = '/api/auth/user';

/** Code of the views of a project by the last part of their address, and what each asks for first. */
export const viewCode = {
  'idea-development': partOf(() => import('./idea/IdeaScreen.tsx').then(({ IdeaScreen }) => IdeaScreen)),
  planning: partOf(() =>
    import('./planning/PlanningScreen.tsx').then(({ PlanningScreen }) => PlanningScreen),
  ),
  scenes: partOf(() => import('./scenes/ScenesScreen.tsx').then(({ ScenesScreen }) => ScenesScreen)),
  characters: partOf(() =>
    import('./characters/CharactersScreen.tsx').then(({ CharactersScreen }) => CharactersScreen),
  ),
  script: partOf(() => import('./script/ScriptView.tsx').then(({ ScriptView }) => ScriptView)),
  outline: partOf(() => import('./outline/OutlineScreen.tsx').then(({ OutlineScreen }) => OutlineScreen)),
  'project-settings': partOf(() =>
    import('./settings/SettingsScreen.tsx').then(({ SettingsScreen }) => SettingsScreen),
  ),
};

export type ViewSlug = keyof typeof viewCode;

const viewCalls: Partial<Record<ViewSlug, readonly string[]>> = {
  planning: ['acts', 'sequences', 'story-beats'],
  scenes: ['scenes', 'acts', 'sequences', 'story-beats'],
  characters: ['characters', 'script-elements', 'scenes'],
  script: ['script-elements', 'scenes', 'characters', 'comments'],
};

/** None and unknown names are the script. */
export function viewSlugOf(name: string | undefined): ViewSlug {
  return name !== undefined && Object.hasOwn(viewCode, name) ? (name as ViewSlug) : 'script';
}

const scriptData = partOf(() =>
  import('./script/script.data.ts').then(({ prefetchScript }) => prefetchScript),
);

/** Of the screens outside a project (routes.tsx). */
export const screenCode = {
  landing: partOf(() => import('./landing/Landing.tsx').then(({ Landing }) => Landing)),
  screens: partOf(() => import('./Screens.tsx').then(({ openScreens }) => openScreens())),
  manager: partOf(() => import('./projects/ProjectManager.tsx').then(({ ProjectManager }) => ProjectManager)),
  workspace: partOf(() => import('./workspace/Workspace.tsx').then(({ Workspace }) => Workspace)),
  idea: partOf(() => import('./idea/StandaloneScreen.tsx').then(({ StandaloneScreen }) => StandaloneScreen)),
};

/** The same addresses as routes.tsx. A visitor's page asks for nothing: whatever it were, the answer is no. */
export function openingOf(pathname: string, isVisitor: boolean): Opening {
  const { screens, manager } = screenCode;
  if (isVisitor) return { code: [screens], calls: [] };
  if (/^\/(dashboard\/?)?$/.test(pathname))
    return { code: [screens, manager], calls: [user, '/api/projects'] };
  const [, first, code, view] = /^\/(projects?|dashboard)\/([^/]+)(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  if (code === undefined || (first === 'dashboard' && view !== undefined)) {
    return { code: [screens], calls: [user] };
  }
  return openingOfProject(code, viewSlugOf(view), first === 'project' && view === 'idea-development');
}

function openingOfProject(given: string, slug: ViewSlug, isAlone: boolean): Opening {
  const { screens, workspace, idea } = screenCode;
  const code = isAlone ? [screens, idea] : [screens, workspace, viewCode[slug]];
  let project: string;
  try {
    project = encodeProjectId(decodeProjectId(given));
  } catch {
    return { code, calls: [user] }; // no code of a project: nothing is asked about it
  }
  const lists = (viewCalls[slug] ?? []).map((list) => `/api/projects/${project}/${list}`);
  const calls = [user, `/api/projects/${given}`, ...lists];
  if (slug !== 'script') return { code, calls };
  const fill = (client: QueryClient) => scriptData.load().then((prefetch) => prefetch(client, given));
  return { code: [...code, scriptData], calls, fill };
}
