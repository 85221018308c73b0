import type { ScreenFile } from '#shared/opening.ts';
import { partOf } from './lib/part.ts';

/** The code of each screen; shared/opening.ts says which one an address shows. */
export const codeOf = {
  'Screens.tsx': partOf(() => import('./Screens.tsx').then(({ openScreens }) => openScreens())),
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
  'idea/IdeaScreen.tsx': partOf(() => import('./idea/IdeaScreen.tsx').then(({ IdeaScreen }) => IdeaScreen)),
  'planning/PlanningScreen.tsx': partOf(() =>
    import('./planning/PlanningScreen.tsx').then(({ PlanningScreen }) => PlanningScreen),
  ),
  'scenes/ScenesScreen.tsx': partOf(() =>
    import('./scenes/ScenesScreen.tsx').then(({ ScenesScreen }) => ScenesScreen),
  ),
  'characters/CharactersScreen.tsx': partOf(() =>
    import('./characters/CharactersScreen.tsx').then(({ CharactersScreen }) => CharactersScreen),
  ),
  'script/ScriptView.tsx': partOf(() =>
    import('./script/ScriptView.tsx').then(({ ScriptView }) => ScriptView),
  ),
  'outline/OutlineScreen.tsx': partOf(() =>
    import('./outline/OutlineScreen.tsx').then(({ OutlineScreen }) => OutlineScreen),
  ),
  'settings/SettingsScreen.tsx': partOf(() =>
    import('./settings/SettingsScreen.tsx').then(({ SettingsScreen }) => SettingsScreen),
  ),
} satisfies Record<ScreenFile, unknown>;

/** In development no build has made the page. */
export const landingCode = partOf(() =>
  import.meta.env.DEV
    ? import('./landing/DrawnLanding.tsx').then(({ DrawnLanding }) => DrawnLanding)
    : import('./landing/BuiltLanding.tsx').then(({ BuiltLanding }) => BuiltLanding),
);
