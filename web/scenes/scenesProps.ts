import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import type { Scene, SceneArrangement } from '#shared/contract/scenes.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import type { SceneDrop } from './places.ts';
import type { SceneActions } from './SceneMenu.tsx';
import type { VideoOffer } from './videoOffer.ts';

/** Data and actions of the list and the board of scenes. */
export interface ScenesProps {
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  canWrite: boolean;
  offer: PricedAction;
  video: VideoOffer;
  /** Why the last change of a scene was rejected, by scene id. */
  problems: Readonly<Record<number, string>>;
  /** A stable object while the screen lives. */
  actions: Omit<SceneActions, 'step' | 'beginAct'>;
  /** Figures of the whole script; null until it is loaded. */
  counts: ScriptCounts | null;
  /** Change many scenes as one undo step. */
  onArrange: (label: string, scenes: SceneArrangement[]) => void;
  /** Resolves with the server's answer; never rejects. */
  onMove: (scene: Scene, move: SceneDrop) => Promise<void>;
}
