import type { ViewSlug, viewFiles } from '#shared/opening.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';

/** The code of what each view of a project shows. */
export const viewCode = {
  'idea/IdeaScreen.tsx': createLazyModule(() =>
    import('./idea/IdeaScreen.tsx').then(({ IdeaScreen }) => IdeaScreen),
  ),
  'planning/PlanningScreen.tsx': createLazyModule(() =>
    import('./planning/PlanningScreen.tsx').then(({ PlanningScreen }) => PlanningScreen),
  ),
  'scenes/ScenesScreen.tsx': createLazyModule(() =>
    import('./scenes/ScenesScreen.tsx').then(({ ScenesScreen }) => ScenesScreen),
  ),
  'characters/CharactersScreen.tsx': createLazyModule(() =>
    import('./characters/CharactersScreen.tsx').then(({ CharactersScreen }) => CharactersScreen),
  ),
  'script/ScriptView.tsx': createLazyModule(() =>
    import('./script/ScriptView.tsx').then(({ ScriptView }) => ScriptView),
  ),
  'outline/OutlineScreen.tsx': createLazyModule(() =>
    import('./outline/OutlineScreen.tsx').then(({ OutlineScreen }) => OutlineScreen),
  ),
  'settings/SettingsScreen.tsx': createLazyModule(() =>
    import('./settings/SettingsScreen.tsx').then(({ SettingsScreen }) => SettingsScreen),
  ),
} satisfies Record<(typeof viewFiles)[ViewSlug], unknown>;
