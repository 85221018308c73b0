import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { Project } from '#shared/contract/projects.ts';
import type { WorkspaceView } from '#shared/views.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import styles from './Sidebar.module.css';
import { SidebarContent } from './SidebarContent.tsx';

interface SidebarProps {
  project: Project | null;
  view: WorkspaceView;
  isNarrow: boolean;
  onToggle: () => void;
  onShare: () => void;
}

export function Sidebar({ project, view, isNarrow, onToggle, onShare }: SidebarProps) {
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className={isNarrow ? `${styles.side} ${styles.narrow}` : styles.side}
      aria-label="Project"
      data-fades="left"
    >
      <div className={styles.brand}>
        {!isNarrow && <Wordmark />}
        <IconButton
          label={isNarrow ? 'Widen the sidebar' : 'Narrow the sidebar'}
          tooltipSide="right"
          className={styles.toggle}
          onClick={onToggle}
        >
          <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </div>
      <SidebarContent project={project} view={view} isNarrow={isNarrow} onShare={onShare} />
    </aside>
  );
}
