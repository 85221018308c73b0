import type { Project } from '#shared/contract/projects.ts';
import { ScriptPrint } from './print/ScriptPrint.tsx';
import { ScriptView } from './ScriptView.tsx';
import { LanguageTools } from './spelling/LanguageTools.tsx';
import { ScriptVisit } from './visit/ScriptVisit.tsx';

/** The script view of the workspace. */
export default function ScriptWorkspaceView({ project }: { project: Project }) {
  return (
    <ScriptView project={project}>
      <ScriptVisit />
      <ScriptPrint />
      <LanguageTools />
    </ScriptView>
  );
}
