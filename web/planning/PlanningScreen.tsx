import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';
import { UndoButtons } from '#web/boards/UndoButtons.tsx';
import { useBoardUndo, useUndoKeys } from '#web/boards/useBoardUndo.ts';
import { useScriptCounts } from '#web/script/counts/useScriptCounts.ts';
import { scenesQuery } from '#web/scriptSync/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { ActBar } from './ActBar.tsx';
import { planFigures, type StoryPlan } from './board.ts';
import { EmptyPlan } from './EmptyPlan.tsx';
import { addActId, OpenedDialog } from './OpenedDialog.tsx';
import { PlanBoard } from './PlanBoard.tsx';
import styles from './PlanningScreen.module.css';
import { PlanSkeleton } from './PlanSkeleton.tsx';
import { PlanInScriptProvider, planInScript } from './realPages.ts';
import { StructureDialog } from './StructureDialog.tsx';
import { TensionCard } from './tension/TensionCard.tsx';
import { BoardToolsProvider } from './tools.ts';
import { useBoard } from './useBoard.ts';
import { useStory } from './useStory.ts';

/** Show the story plan: acts with their sequences and beats as cards. */
export function PlanningScreen({ project }: { project: Project }) {
  const { plan, isFailed, isRetrying, retry } = useStory(project.id);
  if (plan) return <StoryTimeline project={project} plan={plan} />;
  return (
    <div className={styles.view}>
      <PageHead title="Story Timeline" isHeading facts={isFailed ? undefined : ''} />
      {isFailed ? (
        <LoadFailure text="The story plan could not be loaded." isRetrying={isRetrying} onRetry={retry} />
      ) : (
        <PlanSkeleton />
      )}
    </div>
  );
}

function StoryTimeline({ project, plan }: { project: Project; plan: StoryPlan }) {
  const canWrite = may(project.role, 'write');
  const { tools, opened, close, editing, reorder, isAdding, move } = useBoard(project.id, plan);
  const { acts } = plan;
  const isEmpty = acts.length === 0;
  const { data: scenes = noScenes } = useQuery(scenesQuery(project.id));
  const counts = useScriptCounts(project);
  const inScript = useMemo(() => planInScript(scenes, counts), [scenes, counts]);
  const [isChoosing, setIsChoosing] = useState(false);
  const undo = useBoardUndo(project.id);
  useUndoKeys(undo, canWrite);
  return (
    <BoardToolsProvider value={tools}>
      <PlanInScriptProvider value={inScript}>
        <div className={styles.view} data-scrolls>
          <PageHead
            title="Story Timeline"
            isHeading
            facts={isEmpty ? undefined : planFigures(plan, inScript.pages)}
          >
            {canWrite && <UndoButtons undo={undo} />}
            {canWrite && (
              <Button
                id={addActId}
                kind="primary"
                icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />}
                onClick={() => tools.open({ type: 'add act' })}
              >
                Add Act
              </Button>
            )}
          </PageHead>
          {isEmpty ? (
            <EmptyPlan
              onAdd={canWrite ? () => tools.open({ type: 'add act' }) : null}
              onStructure={() => setIsChoosing(true)}
            />
          ) : (
            <div className={styles.page}>
              <TensionCard project={project} beats={plan.beats} acts={<ActBar acts={acts} />} />
              <PlanBoard
                plan={plan}
                canWrite={canWrite}
                editing={editing}
                reorder={reorder}
                isAdding={isAdding}
              />
            </div>
          )}
        </div>
      </PlanInScriptProvider>
      {isChoosing && (
        <StructureDialog
          projectId={project.id}
          scenes={scenes}
          counts={counts}
          onClose={() => setIsChoosing(false)}
        />
      )}
      <OpenedDialog projectId={project.id} plan={plan} opened={opened} onMove={move} onClose={close} />
    </BoardToolsProvider>
  );
}

const noScenes: Scene[] = [];
