import { type ReactNode, useEffect, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { useIsPhone } from '#web/lib/media.ts';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useSidebarWidth } from './useSidebarWidth.ts';
import type { WorkspaceView } from './views.tsx';

interface ShellProps {
  /** Null while it loads. */
  project: Project | null;
  view: WorkspaceView;
  children: ReactNode;
}

/** What surrounds every view: the sidebar, or on phones a bar with a slide-in menu. */
export function Shell({ project, view, children }: ShellProps) {
  const isPhone = useIsPhone();
  const { isNarrow, toggle } = useSidebarWidth();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  useEffect(() => {
    if (!isPhone) setIsMenuOpen(false);
  }, [isPhone]);

  return (
    <div className={isNarrow ? `${styles.shell} ${styles.narrow}` : styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {isPhone ? (
        <TopBar project={project} onOpenMenu={() => setIsMenuOpen(true)} />
      ) : (
        <Sidebar project={project} view={view} isNarrow={isNarrow} onToggle={toggle} />
      )}
      <main className={styles.main} id="content" tabIndex={-1}>
        <h1 className={styles.unseen}>{project ? `${project.name}: ${view.label}` : view.label}</h1>
        {children}
      </main>
      {isPhone && <SideMenu open={isMenuOpen} onOpenChange={setIsMenuOpen} project={project} view={view} />}
    </div>
  );
}
