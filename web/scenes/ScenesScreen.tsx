import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useMemo } from 'react';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import { isVideoUnderWay } from '#screenplay/sceneVideoStatus.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';
import type { BoardUndo } from '#web/boards/boardUndo.ts';
import { UndoButtons } from '#web/boards/UndoButtons.tsx';
import { useBoardUndo, useUndoKeys } from '#web/boards/useBoardUndo.ts';
import { useScriptCounts } from '#web/script/counts/useScriptCounts.ts';
import { scenesQuery } from '#web/scriptSync/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useArrangeScenes, useBeatsFromScenes } from './arranging.data.ts';
import { type ActGroup, actGroups } from './grouping.ts';
import { NoScenes } from './NoScenes.tsx';
import { SceneBoard } from './SceneBoard.tsx';
import { SceneManagerList } from './SceneManagerList.tsx';
import { ScenesHead } from './ScenesHead.tsx';
import styles from './ScenesScreen.module.css';
import { ScenesSkeleton } from './ScenesSkeleton.tsx';
import { SceneWindows } from './SceneWindows.tsx';
import { announcementQuery, problemsQuery, useMoveScene } from './scenes.data.ts';
import type { ScenesProps } from './scenesProps.ts';
import { videoPollMs } from './sceneVideo.ts';
import { useMissingImages } from './useMissingImages.ts';
import { usePlan } from './usePlan.ts';
import { useSceneOffers } from './useSceneOffers.ts';
import { useSceneView } from './useSceneView.ts';
import { useSceneWindows } from './useSceneWindows.ts';
import { useShowPlaced } from './useShowPlaced.ts';
import { useVideoResults } from './useVideoNews.ts';

const AnimaticScreen = lazy(async () => ({
  default: (await import('#web/animatic/AnimaticScreen.tsx')).AnimaticScreen,
}));

/** Show the scenes by act, or as a storyboard. */
export function ScenesScreen({ project }: { project: Project }) {
  const { id: projectId, role, name } = project;
  const canWrite = may(role, 'write');
  const { view, show } = useSceneView();
  const { loaded, scenes, sceneNumbers } = useLoadedScenes(project);
  const planned = usePlan(projectId);
  const { plan, planState } = planned;
  const offers = useSceneOffers(projectId);
  const { data: spoken } = useQuery(announcementQuery(projectId));
  const missing = useMissingImages(projectId, scenes, sceneNumbers, offers);
  const undo = useBoardUndo(projectId);
  useUndoKeys(undo, canWrite);
  const windows = useSceneWindows();
  const shown = useScenesProps(project, { scenes, sceneNumbers }, offers, windows.actions);
  const groups = useMemo(() => actGroups(scenes, plan), [scenes, plan]);
  useVideoResults(scenes, sceneNumbers);
  const { page, showPlaced } = useShowPlaced();

  if (loaded.isLoadingError) return <ScenesFailure loaded={loaded} />;
  if (loaded.isPending || planState === 'pending') return <ScenesSkeleton view={view} />;

  return (
    <div className={styles.page} ref={page} data-scrolls>
      <VisuallyHidden as="p" role="status">
        {spoken}
      </VisuallyHidden>
      {scenes.length === 0 ? (
        <WithoutScenes
          projectId={projectId}
          canWrite={canWrite}
          undo={undo}
          onNew={() => windows.show({ type: 'new' })}
        />
      ) : (
        <>
          <ScenesHead
            {...{ scenes, undo, missing, view, canWrite, offers }}
            counts={shown.counts}
            onView={show}
            onShow={windows.show}
          />
          {view === 'storyboard' ? (
            <SceneBoard {...shown} projectName={name} />
          ) : (
            <PlannedList projectId={projectId} shown={shown} planned={planned} groups={groups} />
          )}
        </>
      )}
      <SceneWindows
        {...shown}
        project={project}
        plan={plan}
        offers={offers}
        windows={windows}
        animatic={(onClose, only) => <Animatic {...{ project, scenes, only, onClose }} />}
        onPlaced={showPlaced}
      />
    </div>
  );
}

/** Return the props of the list and of the storyboard. */
function useScenesProps(
  project: Project,
  { scenes, sceneNumbers }: Pick<ScenesProps, 'scenes' | 'sceneNumbers'>,
  offers: ReturnType<typeof useSceneOffers>,
  actions: ScenesProps['actions'],
): ScenesProps {
  const { id: projectId, role } = project;
  const canWrite = may(role, 'write');
  const { data: problems } = useQuery(problemsQuery(projectId));
  const onMove = useMoveScene(projectId);
  const arrange = useArrangeScenes(projectId);
  const counts = useScriptCounts(project);
  return {
    scenes,
    sceneNumbers,
    canWrite,
    offer: offers.picture,
    video: offers.video,
    problems,
    actions,
    counts,
    onArrange: (label, changes) => void arrange(label, changes),
    onMove,
  };
}

function Animatic(props: ComponentProps<typeof AnimaticScreen>) {
  return (
    <Suspense fallback={null}>
      <AnimaticScreen {...props} />
    </Suspense>
  );
}

function useLoadedScenes({ id: projectId, format }: Project) {
  // Other views and other users change them.
  const loaded = useQuery({
    ...scenesQuery(projectId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(({ videoStatus }) => isVideoUnderWay(videoStatus)) ? videoPollMs : false,
  });
  const scenes = loaded.data ?? noScenes;
  const sceneNumbers = useMemo(() => sceneNumbersOf(scenes, format), [scenes, format]);
  return { loaded, scenes, sceneNumbers };
}

const noScenes: Scene[] = [];

function ScenesFailure({ loaded }: Pick<ReturnType<typeof useLoadedScenes>, 'loaded'>) {
  return (
    <LoadFailure
      text="The scenes could not be loaded."
      isRetrying={loaded.isFetching}
      onRetry={() => void loaded.refetch()}
    />
  );
}

interface WithoutScenesProps {
  projectId: number;
  canWrite: boolean;
  undo: BoardUndo;
  onNew: () => void;
}

function WithoutScenes({ projectId, canWrite, undo, onNew }: WithoutScenesProps) {
  return (
    <>
      <PageHead title="Scene Manager">{canWrite && <UndoButtons undo={undo} />}</PageHead>
      <NoScenes projectId={projectId} canWrite={canWrite} onNew={onNew} />
    </>
  );
}

interface PlannedListProps {
  projectId: number;
  shown: ScenesProps;
  planned: ReturnType<typeof usePlan>;
  groups: readonly ActGroup[];
}

/** Show the list, also without acts and sequences if these could not be loaded. */
function PlannedList({ projectId, shown, planned, groups }: PlannedListProps) {
  const { plan, planState, retryPlan } = planned;
  const makeBeats = useBeatsFromScenes(projectId);
  const pageOf = (sceneId: number) => shown.counts?.scenes.get(sceneId)?.pageNumber ?? null;
  return (
    <>
      {planState === 'failed' && <PlanFailure onRetry={retryPlan} />}
      <SceneManagerList
        {...shown}
        groups={groups}
        plan={plan}
        onBeats={(scenes) => void makeBeats(scenes.map(({ id }) => ({ id, pageNumber: pageOf(id) })))}
      />
    </>
  );
}

function PlanFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.problem} role="alert">
      <p>The acts and sequences could not be loaded.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
