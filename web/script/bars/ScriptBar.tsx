import { ChevronDown, ChevronsUpDown, Ellipsis, Image, PanelRight, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { useIsPhone } from '#web/lib/media.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
import { shortcutLabel } from '#web/scriptEditor/keys/shortcut.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Command } from '../state/command.ts';
import styles from './bars.module.css';
import { PlayScriptButton } from './PlayScriptButton.tsx';
import { EditorSaveState } from './ScriptSaveState.tsx';

interface SceneMenuProps {
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  current: Scene | null;
  onScene: (scene: Scene) => void;
}

interface ScriptBarProps extends SceneMenuProps {
  canWrite: boolean;
  commands: readonly Command[];
  /** Null while no scene has a picture. */
  images: { areShown: boolean; onShow: (areShown: boolean) => void } | null;
  /** Open the dialog of locks; undefined if nothing is locked. */
  onLocked: (() => void) | undefined;
  /** Whether the script has lines. */
  areLines: boolean;
  isPanelOpen: boolean;
  onPanel: () => void;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Bar with the current scene, the list of scenes, and commands of the script. */
export const ScriptBar = memoWithStableHandlers(function ScriptBar(props: ScriptBarProps) {
  const { scenes, sceneNumbers, current, onScene, commands, images, canWrite, areLines } = props;
  const isPhone = useIsPhone();
  return (
    <header className={styles.bar} data-fades="">
      {scenes.length > 0 && <SceneMenu {...{ scenes, sceneNumbers, current, onScene }} />}
      <div className={styles.actions}>
        {props.onLocked && (
          <Button size="small" onClick={props.onLocked}>
            Locked
          </Button>
        )}
        <EditorSaveState canWrite={canWrite} />
        <UndoRedo commands={commands} />
        {canWrite && !isPhone && <FormatMenu commands={commands} />}
        {areLines && <PlayScriptButton isPhone={isPhone} />}
        {images && <ImagesButton {...images} />}
        <MoreMenu commands={commands} hasFormat={isPhone} />
        {!isPhone && (
          <IconButton
            label={props.isPanelOpen ? 'Close the panel' : 'Open the panel'}
            aria-expanded={props.isPanelOpen}
            onClick={props.onPanel}
          >
            <PanelRight {...icon} />
          </IconButton>
        )}
      </div>
    </header>
  );
});

function SceneMenu({ scenes, sceneNumbers, current, onScene }: SceneMenuProps) {
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.slug}>
          <VisuallyHidden>Go to a scene:</VisuallyHidden>
          {current && <SceneName scene={current} number={sceneNumbers.get(current.id)} />}
          <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" />
        </button>
      }
    >
      <SceneItems {...{ scenes, sceneNumbers, current, onScene }} />
    </Menu>
  );
}

function UndoRedo({ commands }: { commands: readonly Command[] }) {
  const undo = commands.find(({ id }) => id === 'undo');
  const redo = commands.find(({ id }) => id === 'redo');
  return (
    <>
      {undo && (
        <IconButton label={undo.label} disabled={undo.isEnabled === false} onClick={undo.run}>
          <Undo2 {...icon} />
        </IconButton>
      )}
      {redo && (
        <IconButton label={redo.label} disabled={redo.isEnabled === false} onClick={redo.run}>
          <Redo2 {...icon} />
        </IconButton>
      )}
    </>
  );
}

function FormatMenu({ commands }: { commands: readonly Command[] }) {
  return (
    <Menu
      trigger={
        <button type="button" className={styles.menuButton}>
          Format
          <ChevronsUpDown size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      }
    >
      <CommandItems commands={commands.filter(({ group }) => group === 'Format')} />
    </Menu>
  );
}

function ImagesButton({ areShown, onShow }: NonNullable<ScriptBarProps['images']>) {
  return (
    <Button size="small" icon={<Image {...icon} />} aria-pressed={areShown} onClick={() => onShow(!areShown)}>
      {areShown ? 'Hide Images' : 'View Images'}
    </Button>
  );
}

/** Commands of the script. On a phone they include the formats. */
function MoreMenu({ commands, hasFormat }: { commands: readonly Command[]; hasFormat: boolean }) {
  return (
    <Menu
      trigger={
        <button type="button" className={styles.iconMenu} aria-label="More">
          <Ellipsis {...icon} />
        </button>
      }
    >
      <CommandItems
        commands={commands.filter(({ id, group }) => ['find', 'replace'].includes(id) || group === 'Script')}
      />
      {hasFormat && <MenuSeparator />}
      {hasFormat && <CommandItems commands={commands.filter(({ group }) => group === 'Format')} />}
      <MenuSeparator />
      <CommandItems commands={commands.filter(({ group }) => group === 'View')} />
      <MenuSeparator />
      <CommandItems commands={commands.filter(({ group }) => group === 'Help')} />
    </Menu>
  );
}

/** Menu items of commands. A command runs after the menu returned the focus. */
function CommandItems({ commands }: { commands: readonly Command[] }) {
  const chosen = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      const run = chosen.current;
      if (run) setTimeout(run, 0);
    },
    [],
  );
  return commands.map((command) => (
    <MenuItem
      key={command.id}
      disabled={command.isEnabled === false}
      onSelect={() => {
        chosen.current = command.run;
      }}
    >
      <span className={styles.command}>{command.label}</span>
      {command.keys && <kbd className={styles.chord}>{shortcutLabel(command.keys)}</kbd>}
    </MenuItem>
  ));
}

/** A separate component, so that hundreds of items are created only when the menu opens. */
function SceneItems({ scenes, sceneNumbers, current, onScene }: SceneMenuProps) {
  return scenes.map((scene) => (
    <MenuItem key={scene.id} onSelect={() => onScene(scene)}>
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
