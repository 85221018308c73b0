import { Plus } from 'lucide-react';
import { encodeProjectId } from '#shared/projectCode.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { EmptyPage } from '#web/ui/EmptyPage.tsx';
import { ScriptLink } from './ScriptLink.tsx';

interface NoScenesProps {
  projectId: number;
  canWrite: boolean;
  onNew: () => void;
}

/** Explain how to start in a project without scenes. */
export function NoScenes({ projectId, canWrite, onNew }: NoScenesProps) {
  return (
    <EmptyPage
      drawing={
        <svg viewBox="0 0 188 80" width="188" height="80" aria-hidden="true">
          <rect x="1" y="1" width="186" height="78" rx="2" />
          <path d="M20 62h148M56 62V30h40v32M112 62V44h26v18" />
        </svg>
      }
      title="No scenes yet"
      text={
        canWrite
          ? 'A scene begins with its heading, such as INT. KITCHEN - DAY. Add one here, or type it in the script.'
          : 'Scenes appear here when the script has scene headings.'
      }
    >
      {canWrite && (
        <Button kind="primary" icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />} onClick={onNew}>
          New Scene
        </Button>
      )}
      <ScriptLink className={buttonClass({})} href={hrefOf(`/projects/${encodeProjectId(projectId)}/script`)}>
        Open the script
      </ScriptLink>
    </EmptyPage>
  );
}
