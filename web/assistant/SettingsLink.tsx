import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { encodeProjectId } from '#shared/projectCode.ts';
import { hrefOf } from '#web/lib/basePath.ts';

interface SettingsLinkProps {
  projectId: number;
  /** Section of the settings page. */
  part: 'ai' | 'brief';
  children: ReactNode;
}

/**
 * Link to a part of the project's settings without a reload, which would drop suggestions and
 * drafts.
 */
export function SettingsLink({ projectId, part, children }: SettingsLinkProps) {
  const router = useRouter({ warn: false });
  const address = hrefOf(`/projects/${encodeProjectId(projectId)}/project-settings#${part}`);
  const go = (event: MouseEvent) => {
    const isForBrowser = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!router || isForBrowser || event.defaultPrevented) return;
    event.preventDefault();
    router.history.push(address);
  };
  return (
    <a href={address} onClick={go}>
      {children}
    </a>
  );
}
