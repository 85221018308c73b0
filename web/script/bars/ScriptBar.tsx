import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import styles from './bars.module.css';

interface ScriptBarProps {
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  current: Scene | null;
  onScene: (scene: Scene) => void;
}

/** The scene one is in, and the way to any other. */
export function ScriptBar({ scenes, sceneNumbers, current, onScene }: ScriptBarProps) {
  return (
    <header className={styles.bar}>
      {scenes.length > 0 && (
        <Menu
          align="start"
          trigger={
            <button type="button" className={styles.slug}>
              <span className={styles.unseen}>Go to a scene:</span>
              {current && <SceneName scene={current} number={sceneNumbers.get(current.id)} />}
              <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" />
            </button>
          }
        >
          <SceneItems {...{ scenes, sceneNumbers, current, onScene }} />
        </Menu>
      )}
    </header>
  );
}

/** A component of its own, so that hundreds of entries are made only when the menu opens. */
function SceneItems({ scenes, sceneNumbers, current, onScene }: ScriptBarProps) {
  const chosen = useRef<Scene | null>(null);
  const go = useRef(onScene);
  go.current = onScene;
  // A menu that closes gives the focus back to its button, in a task of its own: the scene comes behind it.
  useEffect(
    () => () => {
      const scene = chosen.current;
      if (scene) setTimeout(() => go.current(scene), 0);
    },
    [],
  );
  return scenes.map((scene) => (
    <MenuItem
      key={scene.id}
      onSelect={() => {
        chosen.current = scene;
      }}
    >
      <span className={scene === current ? styles.here : styles.entry}>
        <SceneName scene={scene} number={sceneNumbers.get(scene.id)} />
      </span>
    </MenuItem>
  ));
}

function SceneName({ scene, number }: { scene: Scene; number: string | undefined }) {
  return (
    <>
      <b>{number}</b>
      <span className={styles.heading}>{scene.heading || 'Before the first scene'}</span>
    </>
  );
}
