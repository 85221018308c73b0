import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { Project } from '#shared/contract/projects.ts';
import type { WorkspaceView } from '#shared/views.ts';
import { returnFocus } from '#web/ui/returnFocus.ts';
import { Scrim } from '#web/ui/Scrim.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { SidebarContent } from './SidebarContent.tsx';
import styles from './SideMenu.module.css';

interface SideMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  project: Project | null;
  view: WorkspaceView;
  onShare: () => void;
}

/**
 * Show the sidebar on phones: it slides in over the view, traps the focus, and closes with Escape.
 */
export function SideMenu({ open, onOpenChange, project, view, onShare }: SideMenuProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content className={styles.menu} aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <div className={styles.head}>
            <Radix.Title className={styles.title}>
              <Wordmark />
              <VisuallyHidden> menu</VisuallyHidden>
            </Radix.Title>
            <Radix.Close className={styles.close} aria-label="Close the menu">
              <X size={20} strokeWidth={1.6} aria-hidden="true" />
            </Radix.Close>
          </div>
          <SidebarContent
            project={project}
            view={view}
            isNarrow={false}
            onShare={onShare}
            onLeave={() => onOpenChange(false)}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
