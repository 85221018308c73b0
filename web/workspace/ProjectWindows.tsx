import { useNavigate } from '@tanstack/react-router';
import type { Project } from '#shared/contract/projects.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';

const shareDialog = createLazyModule(() =>
  import('#web/sharing/ShareDialog.tsx').then(({ ShareDialog }) => ShareDialog),
);

const leaveDialog = createLazyModule(() =>
  import('#web/projects/LeaveDialog.tsx').then(({ LeaveDialog }) => LeaveDialog),
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
  if (open === null) return null;
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    close();
  };
  if (open === 'leave') {
    const leave = () => void navigate({ to: '/' });
    return (
      <WhenLoaded part={leaveDialog} onFailure={fail}>
        {(LeaveDialog) => <LeaveDialog project={project} onLeft={leave} onClose={close} />}
      </WhenLoaded>
    );
  }
  return (
    <WhenLoaded part={shareDialog} onFailure={fail}>
      {(ShareDialog) => <ShareDialog project={project} onLeave={() => onOpen('leave')} onClose={close} />}
    </WhenLoaded>
  );
}
