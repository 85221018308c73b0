import { Menu } from 'lucide-react';
import type { Project } from '#shared/contract/projects.ts';
import { views } from '#shared/views.ts';
import { PresenceAvatars } from '#web/live/PresenceAvatars.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './TopBar.module.css';

const labelOf = (view: string) => views.find(({ slug }) => slug === view)?.label;

interface TopBarProps {
  project: Project | null;
  onOpenMenu: () => void;
}

/** Show the top bar of phones, 48 px high. */
export function TopBar({ project, onOpenMenu }: TopBarProps) {
  return (
    <header className={styles.bar} data-fades="">
      <IconButton label="Open the menu" tooltipSide="bottom" aria-haspopup="dialog" onClick={onOpenMenu}>
        <Menu size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <p className={styles.name}>{project?.name}</p>
      <PresenceAvatars labelOf={labelOf} max={3} />
    </header>
  );
}
