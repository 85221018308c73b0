import { useNavigate } from '@tanstack/react-router';
import type { Project } from '#shared/contract/projects.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { LeaveDialog } from '#web/projects/LeaveDialog.tsx';

const shareDialog = createLazyModule(() =>
  import('#web/sharing/ShareDialog.tsx').then(({ ShareDialog }) => ShareDialog),
);

/** Load the sharing code while the pointer moves to the button. */
export function preloadSharing(): void {
  void shareDialog.load().catch(() => undefined); // reported when it is opened
}

export type ProjectWindow = 'share' | 'leave';

interface ProjectWindowsProps {
  project: Project;
  /** The open dialog. */
  open: ProjectWindow | null;
  onOpen: (window: ProjectWindow | null) => void;
}

/** Show the dialogs that open over every view of a project. */
export function ProjectWindows({ project, open, onOpen }: ProjectWindowsProps) {
  const navigate = useNavigate();
  const close = () => onOpen(null);
  if (open === 'leave')
    return <LeaveDialog project={project} onLeft={() => void navigate({ to: '/' })} onClose={close} />;
  if (open === null) return null;
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    close();
  };
  return (
    <WhenLoaded part={shareDialog} onFailure={fail}>
      {(ShareDialog) => <ShareDialog project={project} onLeave={() => onOpen('leave')} onClose={close} />}
    </WhenLoaded>
  );
}
