import { useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import { shortcutLabel } from '#web/scriptEditor/keys/shortcut.ts';
import { placeUnder } from '#web/scriptEditor/selection/places.ts';
import { MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';
import { PointMenu, SubMenu } from '#web/ui/PointMenu.tsx';
import styles from '../bars/bars.module.css';
import { type ScriptScreenState, useScriptScreen } from '../scriptScreen.ts';
import type { Command } from '../state/command.ts';
import { isInField, usePageMenu } from './usePageMenu.ts';

/** Command ids by group. */
const groups = [['cut', 'copy', 'paste'], ['type'], ['dual'], ['comments', 'ask', 'history']] as const;

/** Context menu for the element under the pointer, or the selection. */
export function PageMenu() {
  const desk = useScriptScreen();
  const commands = useStore(desk.commands);
  const spelling = useStore(desk.spelling);
  /** The bottom input loses the focus while the menu is open. */
  const isBelow = useRef(false);
  const { at, close } = usePageMenu({
    desk: desk.nodes.desk,
    onPoint: (event) => {
      isBelow.current = event.target instanceof HTMLElement && event.target.closest('[data-below]') !== null;
      return pointAt(desk, event);
    },
  });
  const chosen = useRef<(() => void) | null>(null);
  const landmark = document.querySelector<HTMLElement>('main');
  const item = (command: Command) => (
    <CommandItem
      key={command.id}
      command={command}
      onChoose={() => {
        chosen.current = command.run;
      }}
    />
  );
  const types = commands.filter(isTypeCommand);
  return (
    <PointMenu
      at={at}
      label="Menu of the page"
      container={landmark}
      onClose={close}
      onClosed={() => {
        if (isBelow.current) desk.nodes.bottomInput.current?.focus();
        else giveBack(desk);
        const run = chosen.current;
        chosen.current = null;
        // Run the command after the focus returned.
        if (run) setTimeout(run, 0);
      }}
    >
      {spelling?.items((run) => {
        chosen.current = run;
      })}
      {shownGroups(commands).map((ids, index) => (
        <div key={ids[0]}>
          {index > 0 && <MenuSeparator />}
          {ids.map((id) =>
            id === 'type' ? (
              <SubMenu key={id} label="Type" container={landmark}>
                {types.map(item)}
              </SubMenu>
            ) : (
              commands.filter((each) => each.id === id).map(item)
            ),
          )}
        </div>
      ))}
    </PointMenu>
  );
}

const isTypeCommand = ({ id }: Command) => id.startsWith('type-');

/** Return the groups without the ids that no command has. */
function shownGroups(commands: readonly Command[]) {
  const isShown = (id: string) =>
    id === 'type' ? commands.some(isTypeCommand) : commands.some((each) => each.id === id);
  return groups.map((ids) => ids.filter(isShown)).filter((ids) => ids.length > 0);
}

function CommandItem({ command, onChoose }: { command: Command; onChoose: () => void }) {
  return (
    <MenuItem disabled={command.isEnabled === false} onSelect={onChoose}>
      <span className={styles.command}>{command.label}</span>
      {command.keys && <kbd className={styles.chord}>{shortcutLabel(command.keys)}</kbd>}
    </MenuItem>
  );
}

/**
 * Put the caret under the pointer, unless that is in the active line or the selection. Returns
 * false beside the pages.
 */
function pointAt({ given, going, nodes, pages, selecting }: ScriptScreenState, event: MouseEvent): boolean {
  const isField = isInField(event.target);
  if (isField || !nodes.desk.current) return isField;
  const place = placeUnder(nodes.desk.current, pages.book.get(), event);
  const element = place && pages.rows.get().find(({ id }) => id === place.id);
  if (!place || !element) return false;
  const taken = selecting.stretchOf.get()?.(place.id);
  if (taken && place.offset >= taken.start && place.offset <= taken.end) return true;
  if (given.get().canWrite) selecting.caretAt(place);
  else going.focusOn(element.id);
  return true;
}

/** Return the focus to the caret, the selection or the element. */
function giveBack({ current, going, nodes, selecting, writing }: ScriptScreenState): void {
  const element = current.element.get();
  if (writing.line.get()) nodes.field.current?.focus();
  else if (selecting.selection.get())
    nodes.desk.current?.querySelector<HTMLElement>('[data-selection-sink]')?.focus();
  else if (element) going.focusOn(element.id);
}
