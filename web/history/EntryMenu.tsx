import { Bookmark, CornerUpLeft, Ellipsis, GitCompareArrows, History, Redo2, Undo2 } from 'lucide-react';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { currentSide, entrySide } from './side.ts';
import { useHistoryTools, useRestoring } from './tools.ts';

interface EntryMenuProps {
  entry: HistoryEntry;
  label: string;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show the actions on a change; readers can only view. */
export function EntryMenu({ entry, label }: EntryMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton size="small" label={label}>
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      <Items entry={entry} />
    </Menu>
  );
}

/** Rendered while the menu is open. */
function Items({ entry }: { entry: HistoryEntry }) {
  const { elements, canWrite, go, ask } = useHistoryTools();
  const { restore, restoreEarlier } = useRestoring(entry);
  return (
    <>
      {entry.elementCount === null && (
        <MenuItem
          icon={<CornerUpLeft {...icon} />}
          disabled={!elements.has(entry.elementId)}
          onSelect={() => go(entry.elementId)}
        >
          Go to element
        </MenuItem>
      )}
      {canWrite && entry.elementCount === null && (
        <MenuItem icon={<Redo2 {...icon} />} disabled={!restore} onSelect={() => restore?.()}>
          Restore this text
        </MenuItem>
      )}
      {canWrite && entry.action === 'update' && (
        <MenuItem icon={<Undo2 {...icon} />} disabled={!restoreEarlier} onSelect={() => restoreEarlier?.()}>
          Restore the earlier text
        </MenuItem>
      )}
      {canWrite && (
        <MenuItem
          icon={<History {...icon} />}
          onSelect={() => ask({ asks: 'restore', side: entrySide(entry) })}
        >
          Restore the script to this moment
        </MenuItem>
      )}
      <MenuItem
        icon={<GitCompareArrows {...icon} />}
        onSelect={() => ask({ asks: 'compare', before: entrySide(entry), after: currentSide })}
      >
        Show changes since
      </MenuItem>
      {canWrite && (
        <MenuItem icon={<Bookmark {...icon} />} onSelect={() => ask({ asks: 'name', historyId: entry.id })}>
          Name this version
        </MenuItem>
      )}
    </>
  );
}
