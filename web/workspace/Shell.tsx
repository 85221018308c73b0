import { type ReactNode, useEffect, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { WorkspaceView } from '#shared/views.ts';
import { BackgroundTaskBar } from '#web/backgroundTasks/BackgroundTaskBar.tsx';
import { useIsPhone } from '#web/lib/media.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { LaterSidebar, LaterSideMenu, LaterTopBar } from './laterFrame.tsx';
import { type ProjectWindow, ProjectWindows } from './ProjectWindows.tsx';
import styles from './Shell.module.css';
import { useSidebarWidth } from './useSidebarWidth.ts';

interface ShellProps {
  /** Null while it loads. */
  project: Project | null;
  view: WorkspaceView;
  children: ReactNode;
}

/** Frame every view: a sidebar, or on phones a bar with a slide-in menu. */
export function Shell({ project, view, children }: ShellProps) {
  const isPhone = useIsPhone();
  const { isNarrow, toggle } = useSidebarWidth();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [openWindow, setOpenWindow] = useState<ProjectWindow | null>(null);
  useEffect(() => {
    if (!isPhone) setIsMenuOpen(false);
  }, [isPhone]);

  const share = () => {
    // The menu and the dialog would both trap the focus.
    setIsMenuOpen(false);
    setOpenWindow('share');
  };

  return (
    <div className={isNarrow ? `${styles.shell} ${styles.narrow}` : styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {isPhone ? (
        <LaterTopBar project={project} onOpenMenu={() => setIsMenuOpen(true)} />
      ) : (
        <LaterSidebar project={project} view={view} isNarrow={isNarrow} onToggle={toggle} onShare={share} />
      )}
      <main className={styles.main} id="content" tabIndex={-1}>
        <VisuallyHidden as="h1">{project ? `${project.name}: ${view.label}` : view.label}</VisuallyHidden>
        {children}
        <BackgroundTaskBar />
      </main>
      {isPhone && (
        <LaterSideMenu
          open={isMenuOpen}
          onOpenChange={setIsMenuOpen}
          project={project}
          view={view}
          onShare={share}
        />
      )}
      {project && <ProjectWindows project={project} open={openWindow} onOpen={setOpenWindow} />}
    </div>
  );
}
