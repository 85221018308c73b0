import { createLazyModule } from '#web/lib/lazyModule.ts';

/** Code of the screen of each route. */
export const screenCode = {
  'projects/ProjectManager.tsx': createLazyModule(() =>
    import('./projects/ProjectManager.tsx').then(({ ProjectManager }) => ProjectManager),
  ),
  'workspace/Workspace.tsx': createLazyModule(() =>
    import('./workspace/Workspace.tsx').then(({ Workspace }) => Workspace),
  ),
  'account/AccountScreen.tsx': createLazyModule(() =>
    import('./account/AccountScreen.tsx').then(({ AccountScreen }) => AccountScreen),
  ),
  'billing/SubscribeScreen.tsx': createLazyModule(() =>
    import('./billing/SubscribeScreen.tsx').then(({ SubscribeScreen }) => SubscribeScreen),
  ),
  'billing/BuyCreditsScreen.tsx': createLazyModule(() =>
    import('./billing/BuyCreditsScreen.tsx').then(({ BuyCreditsScreen }) => BuyCreditsScreen),
  ),
  'billing/BillingScreen.tsx': createLazyModule(() =>
    import('./billing/BillingScreen.tsx').then(({ BillingScreen }) => BillingScreen),
  ),
  'billing/LedgerScreen.tsx': createLazyModule(() =>
    import('./billing/LedgerScreen.tsx').then(({ LedgerScreen }) => LedgerScreen),
  ),
  'idea/StandaloneScreen.tsx': createLazyModule(() =>
    import('./idea/StandaloneScreen.tsx').then(({ StandaloneScreen }) => StandaloneScreen),
  ),
  'invite/InvitationScreen.tsx': createLazyModule(() =>
    import('./invite/InvitationScreen.tsx').then(({ InvitationScreen }) => InvitationScreen),
  ),
  'admin/AdminScreens.tsx': createLazyModule(() =>
    import('./admin/AdminScreens.tsx').then(({ AdminScreens }) => AdminScreens),
  ),
};

/** Code of the landing page. In development there is no build that has prerendered it. */
export const landingCode = createLazyModule(() =>
  import.meta.env.DEV
    ? import('./landing/DrawnLanding.tsx').then(({ DrawnLanding }) => DrawnLanding)
    : import('./landing/BuiltLanding.tsx').then(({ BuiltLanding }) => BuiltLanding),
);
