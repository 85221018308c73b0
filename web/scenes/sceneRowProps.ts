import type { SceneCounts } from '#screenplay/facts/sceneCounts.ts';
import type { StripColour } from '#screenplay/strip.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import type { PossibleMoves } from '#web/ui/reorder/MoveItems.tsx';
import type { SceneActions } from './SceneMenu.tsx';
import type { SelectionHandles } from './useSceneSelection.ts';
import type { VideoOffer } from './videoOffer.ts';

export interface SceneRowProps {
  scene: Scene;
  /** Number as exports print it; undefined for an unnumbered scene of a numbered script. */
  number: string | undefined;
  colour: StripColour | null;
  isLifted: boolean;
  isSelected: boolean;
  /** Figures from the script; undefined until it is loaded. */
  counts: SceneCounts | undefined;
  /** Title of the scene's beat. */
  beat: string | undefined;
  begins: string;
  selecting: SelectionHandles;
  canWrite: boolean;
  steps: PossibleMoves;
  offer: PricedAction;
  video: VideoOffer;
  problem: string | null;
  actions: SceneActions;
  /** Ids of scenes of this list that were near the viewport. */
  seen: Set<number>;
}
