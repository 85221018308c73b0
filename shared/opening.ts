import { decodeProjectId, encodeProjectId } from './projectCode.ts';
import { type ViewFile, viewNamed, type WorkspaceView } from './views.ts';

/** Files below web/ of the screens outside of projects (web/routes.tsx), loaded on demand. */
export const screenFiles = {
  screens: 'Screens.tsx',
  manager: 'projects/ProjectManager.tsx',
  workspace: 'workspace/Workspace.tsx',
  idea: 'idea/StandaloneScreen.tsx',
  account: 'account/AccountScreen.tsx',
  subscribe: 'billing/SubscribeScreen.tsx',
  buyCredits: 'billing/BuyCreditsScreen.tsx',
  billing: 'billing/BillingScreen.tsx',
  ledger: 'billing/LedgerScreen.tsx',
  invitation: 'invite/InvitationScreen.tsx',
  admin: 'admin/AdminScreens.tsx',
} as const;

export type ScreenFile = ViewFile | (typeof screenFiles)[keyof typeof screenFiles];

/**
 * Files and calls that a page needs first. The server lists them in the page
 * (server/lib/openingLinks.ts), so that web/boot.ts loads them all at once, without waterfalls.
 */
export interface PagePreload {
  files: readonly ScreenFile[];
  /** Calls that the screen makes when it is rendered. */
  calls: readonly string[];
  /** Code of the project whose script is shown. Null: the page shows no script. */
  script: string | null;
}

const user = '/api/auth/user';

const accountCalls = [user, '/api/user/credits', '/api/user/credit-history?limit=10', '/api/auth/sessions'];

/** Pages with payments, on which the provider's script may run (docs/decisions/0033). */
export const payPages: readonly string[] = ['/subscribe', '/buy-credits'];

const config = '/api/config';

/** Pages with payments, by path without a trailing slash. */
const billingPages: Record<string, { file: keyof typeof screenFiles; calls: readonly string[] }> = {
  '/subscribe': { file: 'subscribe', calls: [user, config] },
  '/buy-credits': { file: 'buyCredits', calls: [user, config] },
  '/billing': {
    file: 'billing',
    calls: [user, config, '/api/subscription-status', '/api/payment-history'],
  },
  '/billing/credits': {
    file: 'ledger',
    calls: [user, config, '/api/user/credit-ledger?limit=50', '/api/user/credit-use'],
  },
};

/**
 * Return the preload of a path of web/routes.tsx. A visitor's page preloads only an invitation,
 * because all other calls would be rejected.
 */
export function pagePreloadOf(pathname: string, isVisitor: boolean): PagePreload {
  const { screens, manager, invitation } = screenFiles;
  const [, inviteToken] = /^\/invite\/([\w-]+)\/?$/.exec(pathname) ?? [];
  if (inviteToken !== undefined) {
    const calls = [...(isVisitor ? [] : [user]), `/api/invitations/${inviteToken}`];
    return { files: [screens, invitation], calls, script: null };
  }
  if (isVisitor) return { files: [screens], calls: [], script: null };
  if (/^\/(dashboard\/?)?$/.test(pathname))
    return { files: [screens, manager], calls: [user, '/api/projects'], script: null };
  if (/^\/admin(-legacy|-dashboard|(\/[^/]*)?)\/?$/.test(pathname))
    return { files: [screens, screenFiles.admin], calls: [user], script: null };
  if (/^\/account\/?$/.test(pathname))
    return { files: [screens, screenFiles.account], calls: accountCalls, script: null };
  const billing = billingPages[pathname.replace(/\/$/, '')];
  if (billing) return { files: [screens, screenFiles[billing.file]], calls: billing.calls, script: null };
  const [, first, code, view] = /^\/(projects?|dashboard)\/([^/]+)(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  if (code === undefined || (first === 'dashboard' && view !== undefined)) {
    return { files: [screens], calls: [user], script: null };
  }
  return openingOfProject(code, viewNamed(view), first === 'project' && view === 'idea-development');
}

function openingOfProject(given: string, view: WorkspaceView, isAlone: boolean): PagePreload {
  const { screens, workspace, idea } = screenFiles;
  const files = isAlone ? [screens, idea] : [screens, workspace, view.file];
  let project: string;
  try {
    project = encodeProjectId(decodeProjectId(given));
  } catch {
    return { files, calls: [user], script: null }; // not a project code, so there is nothing to preload
  }
  const lists = view.lists.map((list) => `/api/projects/${project}/${list}`);
  const calls = [user, `/api/projects/${given}`, ...lists];
  return { files, calls, script: view.slug === 'script' ? given : null };
}
