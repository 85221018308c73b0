import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import type { Scene, SceneArrangement } from '#shared/contract/scenes.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import type { SceneDrop } from './places.ts';
import type { SceneActions } from './SceneMenu.tsx';
import type { VideoOffer } from './videoOffer.ts';

/** What the list and the board of scenes show, and the actions they offer. */
export interface ScenesProps {
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  canWrite: boolean;
  offer: PricedAction;
  video: VideoOffer;
  /** Why the last change of a scene did not hold, by scene id. */
  problems: Readonly<Record<number, string>>;
  /** The same object while the screen lives. */
  actions: Omit<SceneActions, 'step' | 'beginAct'>;
  /** Of the whole script; null until it is there. */
  counts: ScriptCounts | null;
  /** Changes many scenes as one step. */
  onArrange: (label: string, scenes: SceneArrangement[]) => void;
  /** Ends with the answer of the server; never rejects. */
  onMove: (scene: Scene, move: SceneDrop) => Promise<void>;
}
