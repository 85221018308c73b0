import { decodeProjectId } from '#shared/projectCode.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { PlainPage } from '#web/ui/PlainPage.tsx';

/** The same words whatever the reason (docs/spec/application.md), so that nobody learns which projects exist. */
export function ProjectNotFound() {
  return (
    <PlainPage
      title="Project not found"
      text="It may have been deleted, or you may not have access to it."
      actions={
        <a className={buttonClass({ kind: 'primary', size: 'large' })} href="/">
          Go to your projects
        </a>
      }
    />
  );
}

export function isProjectId(code: string): boolean {
  try {
    decodeProjectId(code);
    return true;
  } catch {
    return false; // not an address of ours
  }
}
