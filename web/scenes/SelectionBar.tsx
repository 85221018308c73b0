import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ColorTheme, colorThemes } from '#screenplay/colorThemes.ts';
import { inStoryOrder } from '#screenplay/storyOrder.ts';
import type { Scene, SceneArrangement } from '#shared/contract/scenes.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';
import type { ActGroup, PlannedGroups } from './grouping.ts';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  /** The selected scenes, in script order. */
  scenes: readonly Scene[];
  groups: readonly ActGroup[];
  plan: PlannedGroups;
  onArrange: (label: string, scenes: SceneArrangement[]) => void;
  onBeats: () => void;
  onClear: () => void;
}

/** Show the actions on all selected scenes; each is one undo step. */
export function SelectionBar({ scenes, groups, plan, onArrange, onBeats, onClear }: SelectionBarProps) {
  const count = scenes.length === 1 ? '1 scene' : `${scenes.length} scenes`;
  const put = (where: string, change: Omit<SceneArrangement, 'id'>) =>
    onArrange(
      `${where}: ${count}`,
      scenes.map(({ id }) => ({ id, ...change })),
    );
  const sequences = groups.flatMap(({ stretches }) =>
    stretches.filter(({ sequenceId }) => sequenceId !== null),
  );
  const beats = inStoryOrder({
    acts: [...plan.acts],
    sequences: [...plan.sequences],
    beats: [...plan.beats],
  });
  const greatest = groups.length;
  return (
    <section className={styles.bar} aria-label="Selected scenes">
      <p className={styles.count} role="status">
        {count} selected
      </p>
      <Choice label="Act">
        {groups.map(({ number, title }) => (
          <MenuItem key={number} onSelect={() => put(`Act ${number}`, { actNumber: number })}>
            {title === `Act ${number}` ? title : `Act ${number}: ${title}`}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => put(`Act ${greatest + 1}`, { actNumber: greatest + 1 })}>
          Act {greatest + 1}
        </MenuItem>
      </Choice>
      {sequences.length > 0 && (
        <Choice label="Sequence">
          {sequences.map(({ sequenceId, name, actNumber }) => (
            <MenuItem key={sequenceId} onSelect={() => put(`${name}`, { actNumber, sequenceId })}>
              {name}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => put('No sequence', { sequenceId: null })}>No sequence</MenuItem>
        </Choice>
      )}
      <Choice label="Beat">
        <MenuItem onSelect={onBeats}>A beat for each scene</MenuItem>
        <MenuItem onSelect={() => put('No beat', { beatId: null })}>No beat</MenuItem>
        {beats.length > 0 && <MenuSeparator />}
        {beats.map(({ id, title }) => (
          <MenuItem key={id} onSelect={() => put(title, { beatId: id })}>
            {title}
          </MenuItem>
        ))}
      </Choice>
      <ColorChoice onPut={put} />
      <IconButton label="Clear the selection" className={styles.clear} onClick={onClear}>
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </section>
  );
}

interface ColorChoiceProps {
  onPut: (where: string, change: Pick<SceneArrangement, 'colorTheme'>) => void;
}

function ColorChoice({ onPut }: ColorChoiceProps) {
  return (
    <Choice label="Color">
      {colorThemes.map((theme) => (
        <MenuItem
          key={theme}
          icon={<i className={styles.dot} data-theme={theme} />}
          onSelect={() => onPut(`Color ${theme}`, { colorTheme: theme })}
        >
          {themeName(theme)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onPut('No color', { colorTheme: null })}>No color</MenuItem>
    </Choice>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <Button size="small" icon={<ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />}>
          {label}
        </Button>
      }
    >
      {children}
    </Menu>
  );
}

function themeName(theme: ColorTheme): string {
  return theme.charAt(0).toUpperCase() + theme.slice(1);
}
