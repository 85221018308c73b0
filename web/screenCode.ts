import { partOf } from './lib/part.ts';

/** The code of what each route shows. */
export const screenCode = {
  'projects/ProjectManager.tsx': partOf(() =>
    import('./projects/ProjectManager.tsx').then(({ ProjectManager }) => ProjectManager),
  ),
  'workspace/Workspace.tsx': partOf(() =>
    import('./workspace/Workspace.tsx').then(({ Workspace }) => Workspace),
  ),
  'account/AccountScreen.tsx': partOf(() =>
    import('./account/AccountScreen.tsx').then(({ AccountScreen }) => AccountScreen),
  ),
  'billing/SubscribeScreen.tsx': partOf(() =>
    import('./billing/SubscribeScreen.tsx').then(({ SubscribeScreen }) => SubscribeScreen),
  ),
  'billing/BuyCreditsScreen.tsx': partOf(() =>
    import('./billing/BuyCreditsScreen.tsx').then(({ BuyCreditsScreen }) => BuyCreditsScreen),
  ),
  'billing/BillingScreen.tsx': partOf(() =>
    import('./billing/BillingScreen.tsx').then(({ BillingScreen }) => BillingScreen),
  ),
  'billing/LedgerScreen.tsx': partOf(() =>
    import('./billing/LedgerScreen.tsx').then(({ LedgerScreen }) => LedgerScreen),
  ),
  'idea/StandaloneScreen.tsx': partOf(() =>
    import('./idea/StandaloneScreen.tsx').then(({ StandaloneScreen }) => StandaloneScreen),
  ),
  'invite/InvitationScreen.tsx': partOf(() =>
    import('./invite/InvitationScreen.tsx').then(({ InvitationScreen }) => InvitationScreen),
  ),
  'admin/AdminScreens.tsx': partOf(() =>
    import('./admin/AdminScreens.tsx').then(({ AdminScreens }) => AdminScreens),
  ),
};

/** In development no build has made the page. */
export const landingCode = partOf(() =>
  import.meta.env.DEV
    ? import('./landing/DrawnLanding.tsx').then(({ DrawnLanding }) => DrawnLanding)
    : import('./landing/BuiltLanding.tsx').then(({ BuiltLanding }) => BuiltLanding),
);
