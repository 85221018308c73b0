import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  useLocation,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { pageBasePath } from '#web/lib/basePath.ts';
import { lazyComponent } from '#web/lib/lazyComponent.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { loginFor, useUser } from '#web/session/auth.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { ProblemPage } from './ProblemPage.tsx';
import { landingCode, screenCode } from './screenCode.ts';
import { Spinner } from './ui/Spinner.tsx';

const Landing = lazyComponent(landingCode);
const ProjectManager = lazyComponent(screenCode['projects/ProjectManager.tsx']);
const Workspace = lazyComponent(screenCode['workspace/Workspace.tsx']);
const Invitation = lazyComponent(screenCode['invite/InvitationScreen.tsx']);
const Account = lazyComponent(screenCode['account/AccountScreen.tsx']);
const Subscribe = lazyComponent(screenCode['billing/SubscribeScreen.tsx']);
const BuyCredits = lazyComponent(screenCode['billing/BuyCreditsScreen.tsx']);
const Billing = lazyComponent(screenCode['billing/BillingScreen.tsx']);
const Ledger = lazyComponent(screenCode['billing/LedgerScreen.tsx']);
const PaymentReturn = lazy(() =>
  import('./billing/PaymentReturn.tsx').then((module) => ({ default: module.PaymentReturn })),
);
const IdeaDevelopment = lazyComponent(screenCode['idea/StandaloneScreen.tsx']);
const Admin = lazyComponent(screenCode['admin/AdminScreens.tsx']);

const root = createRootRoute({
  component: () => (
    <Suspense fallback={<Spinner />}>
      <Outlet />
    </Suspense>
  ),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => (useUser() ? <ProjectManager /> : <Landing />),
});

/** Needs no sign-in. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invite/{-$inviteToken}',
  component: () => <Invitation {...invitation.useParams()} />,
});

/** Redirects visitors itself, after a message (decision OQ-14). */
const account = createRoute({ getParentRoute: () => root, path: '/account', component: () => <Account /> });

/** The screens below require a signed-in user (decision OQ-14). */
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });

/** Both prefixes are supported; our links use /projects (decision OQ-20). */
const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/{-$view}',
  component: () => <Workspace {...projects.useParams()} />,
});

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/project/$projectId/{-$view}',
  component: () => <Workspace {...project.useParams()} />,
});

/** This more specific address shows the view without the workspace (decision OQ-20). */
const ideaDevelopment = createRoute({
  getParentRoute: () => signedIn,
  path: '/project/$projectId/idea-development',
  component: () => <IdeaDevelopment {...ideaDevelopment.useParams()} />,
});

/** Return address of payments: the project manager, or the named project (decision OQ-21). */
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: () => (
    <>
      <ProjectManager />
      <BackFromPaying />
    </>
  ),
});

const dashboardProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/$projectId',
  component: () => (
    <>
      <Workspace {...dashboardProject.useParams()} />
      <BackFromPaying />
    </>
  ),
});

/**
 * Handle the return from a payment. Its code is loaded only then, and the screen does not wait for
 * it.
 */
function BackFromPaying() {
  const isBack = new URLSearchParams(useLocation().searchStr).has('payment');
  return isBack ? (
    <Suspense fallback={null}>
      <PaymentReturn />
    </Suspense>
  ) : null;
}

const subscribe = createRoute({
  getParentRoute: () => signedIn,
  path: '/subscribe',
  component: () => <Subscribe />,
});

const buyCredits = createRoute({
  getParentRoute: () => signedIn,
  path: '/buy-credits',
  component: () => <BuyCredits />,
});

const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing',
  component: () => <Billing />,
});

const ledger = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/credits',
  component: () => <Ledger />,
});

/**
 * These screens check access themselves, so they are outside of the sign-in redirect (decision
 * OQ-05).
 */
const adminPanel = createRoute({
  getParentRoute: () => root,
  path: '/admin/{-$tab}',
  component: () => <Admin screen="panel" tab={adminPanel.useParams().tab} />,
});

const adminLegacy = createRoute({
  getParentRoute: () => root,
  path: '/admin-legacy',
  component: () => <Admin screen="legacy" />,
});

const adminDashboard = createRoute({
  getParentRoute: () => root,
  path: '/admin-dashboard',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: string } =>
    typeof tab === 'string' ? { tab } : {},
  component: () => <Admin screen="dashboard" tab={adminDashboard.useSearch().tab} />,
});

const routeTree = root.addChildren([
  home,
  account,
  invitation,
  ...[adminPanel, adminLegacy, adminDashboard],
  signedIn.addChildren([
    ...[projects, project, ideaDevelopment, dashboard, dashboardProject],
    ...[subscribe, buyCredits, billing, ledger],
  ]),
]);

/**
 * Create the router with all screens of docs/spec/application.md; other paths show the not-found
 * page.
 */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    basepath: pageBasePath() || '/',
    ...(history && { history }),
    // At the root, so that an unknown path does not require sign-in.
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: Spinner,
    defaultErrorComponent: ProblemPage,
  });
}

function SignedIn() {
  const user = useUser();
  const { href } = useLocation();
  const isVisitor = !user;
  useEffect(() => {
    if (isVisitor) pageNavigation.leaveTo(loginFor(href));
  }, [isVisitor, href]);
  return isVisitor ? <Spinner /> : <Outlet />;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
