import {
  Clapperboard,
  Lightbulb,
  ListTree,
  type LucideIcon,
  ScrollText,
  Settings2,
  Spline,
  UsersRound,
} from 'lucide-react';
import type { WorkspaceView } from '#shared/views.ts';

/** Icons of the views, by the names in shared/views.ts. */
export const viewIcons: Readonly<Record<WorkspaceView['icon'], LucideIcon>> = {
  Clapperboard,
  Lightbulb,
  ListTree,
  ScrollText,
  Settings2,
  Spline,
  UsersRound,
};
