import { Bookmark, CornerUpLeft, Ellipsis, GitCompareArrows, History, Redo2, Undo2 } from 'lucide-react';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import type { EntryActions } from './useEntryActions.ts';

interface EntryMenuProps {
  entry: HistoryEntry;
  actions: EntryActions;
  label: string;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** What can be done with a change; for readers, only looking. */
export function EntryMenu({ entry, actions, label }: EntryMenuProps) {
  const go = actions.go(entry);
  const restore = actions.restoreText(entry);
  const restoreEarlier = actions.restoreEarlier(entry);
  return (
    <Menu
      trigger={
        <IconButton size="small" label={label}>
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      <MenuItem icon={<CornerUpLeft {...icon} />} disabled={!go} onSelect={() => go?.()}>
        Go to element
      </MenuItem>
      {actions.canWrite && (
        <MenuItem icon={<Redo2 {...icon} />} disabled={!restore} onSelect={() => restore?.()}>
          Restore this text
        </MenuItem>
      )}
      {actions.canWrite && entry.action === 'update' && (
        <MenuItem icon={<Undo2 {...icon} />} disabled={!restoreEarlier} onSelect={() => restoreEarlier?.()}>
          Restore the earlier text
        </MenuItem>
      )}
      {actions.canWrite && (
        <MenuItem icon={<History {...icon} />} onSelect={() => actions.restoreScript(entry)}>
          Restore the script to this moment
        </MenuItem>
      )}
      <MenuItem icon={<GitCompareArrows {...icon} />} onSelect={() => actions.compare(entry)}>
        Show changes since
      </MenuItem>
      {actions.canWrite && (
        <MenuItem icon={<Bookmark {...icon} />} onSelect={() => actions.name(entry)}>
          Name this version
        </MenuItem>
      )}
    </Menu>
  );
}
