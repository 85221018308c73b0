import { useMemo } from 'react';
import { afterPaint, useStore } from '#web/lib/store.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import type { PanelState } from '../state/panelAddress.ts';
import { ScriptBar } from './ScriptBar.tsx';

/** The bar above the pages. */
export function EditorBar({ panel }: { panel: PanelState }) {
  const { commands, current, given, going, open, pages } = useScriptScreen();
  const { project, scenes, sceneNumbers, canWrite } = useStore(afterPaint(given));
  const { pageLock, sceneLock } = project.format;
  const { areImagesShown } = pages;
  const areShown = useStore(areImagesShown);
  const hasImages = scenes.some(({ imageUrl }) => imageUrl !== null);
  const images = useMemo(
    () => (hasImages ? { areShown, onShow: areImagesShown.set } : null),
    [hasImages, areShown, areImagesShown],
  );
  return (
    <ScriptBar
      scenes={scenes}
      sceneNumbers={sceneNumbers}
      current={useStore(afterPaint(current.scene))}
      onScene={({ id }) => going.toScene(id)}
      canWrite={canWrite}
      // Buttons must show what they will do now.
      commands={useStore(commands)}
      images={images}
      onLocked={pageLock || sceneLock ? () => open.set('production') : undefined}
      areLines={useStore(afterPaint(pages.rows), (rows) => rows.length > 0)}
      isPanelOpen={panel.isOpen}
      onPanel={() => (panel.isOpen ? panel.close() : panel.open(panel.panel))}
    />
  );
}
