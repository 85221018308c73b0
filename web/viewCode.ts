import type { ViewSlug, viewFiles } from '#shared/opening.ts';
import { partOf } from './lib/part.ts';

/** The code of what each view of a project shows. */
export const viewCode = {
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
} satisfies Record<(typeof viewFiles)[ViewSlug], unknown>;
