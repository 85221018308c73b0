import { decodeProjectId } from '#shared/projectCode.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { PlainPage } from '#web/ui/PlainPage.tsx';

// The code that writes Fountain is not needed to open a project.
const leftText = createLazyModule(() => import('./LeftUnsentText.tsx').then((file) => file.LeftUnsentText));

interface ProjectNotFoundProps {
  /** The project in the address; undefined if the address is invalid. */
  projectId?: number;
}

/**
 * Show the same message for every reason (docs/spec/application.md), so that existing projects
 * cannot be guessed.
 */
export function ProjectNotFound({ projectId }: ProjectNotFoundProps) {
  return (
    <PlainPage
      title="Project not found"
      text="It may have been deleted, or you may not have access to it."
      actions={
        <a className={buttonClass({ kind: 'primary', size: 'large' })} href={hrefOf('/')}>
          Go to your projects
        </a>
      }
    >
      {projectId !== undefined && (
        <WhenLoaded part={leftText} onFailure={() => toast(toastTexts.windowNotLoaded)}>
          {(LeftUnsentText) => <LeftUnsentText projectId={projectId} />}
        </WhenLoaded>
      )}
    </PlainPage>
  );
}

export function isProjectId(code: string): boolean {
  try {
    decodeProjectId(code);
    return true;
  } catch {
    return false; // not a valid address
  }
}
