import type { SceneCounts } from '#screenplay/facts/sceneCounts.ts';
import type { StripColour } from '#screenplay/strip.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import type { PossibleSteps } from './places.ts';
import type { SceneActions } from './SceneMenu.tsx';
import type { Handles } from './useMoving.ts';
import type { SelectionHandles } from './useSceneSelection.ts';
import type { VideoOffer } from './videoOffer.ts';

export interface SceneRowProps {
  scene: Scene;
  /** As the exports print it; none where the script has numbers of its own, and this scene has not. */
  number: string | undefined;
  colour: StripColour | null;
  isLifted: boolean;
  isSelected: boolean;
  /** What the script tells of it; undefined until the script is there. */
  counts: SceneCounts | undefined;
  /** Of the beat that it tells. */
  beat: string | undefined;
  begins: string;
  selecting: SelectionHandles;
  canWrite: boolean;
  steps: PossibleSteps;
  offer: PricedAction;
  video: VideoOffer;
  problem: string | null;
  actions: SceneActions;
  handles: Handles;
  /** The scenes of this list that have been in reach. */
  seen: Set<number>;
}
