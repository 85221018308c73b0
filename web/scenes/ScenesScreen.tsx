import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Project } from '#shared/contract/projects.ts';
import { isVideoUnderWay, type Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';
import { useBoardUndo, useUndoKeys } from '#web/lib/useBoardUndo.ts';
import { useScriptCounts } from '#web/script/counts/useScriptCounts.ts';
import { scenesQuery } from '#web/script/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { UndoButtons } from '#web/ui/UndoButtons.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useArrangeScenes, useBeatsFromScenes } from './arranging.data.ts';
import { actGroups } from './grouping.ts';
import { NoScenes } from './NoScenes.tsx';
import { SceneBoard } from './SceneBoard.tsx';
import { SceneManagerList, type ScenesProps } from './SceneManagerList.tsx';
import { ScenesHead } from './ScenesHead.tsx';
import styles from './ScenesScreen.module.css';
import { ScenesSkeleton } from './ScenesSkeleton.tsx';
import { type SceneWindow, SceneWindows, type VideoWindow } from './SceneWindows.tsx';
import { isOpening, sceneName } from './sceneName.ts';
import { problemsQuery, spokenQuery, useMoveScene } from './scenes.data.ts';
import { cancelVideo, makeVideo, videoLookMs } from './sceneVideo.ts';
import { useDrawMissing } from './useDrawMissing.ts';
import { usePlan } from './usePlan.ts';
import { useSceneOffers } from './useSceneOffers.ts';
import { useSceneView } from './useSceneView.ts';
import { useShowPlaced } from './useShowPlaced.ts';
import { useVideoNews } from './useVideoNews.ts';

const AnimaticScreen = lazy(async () => ({
  default: (await import('#web/animatic/AnimaticScreen.tsx')).AnimaticScreen,
}));

/** The scenes by act, or as a storyboard. */
export function ScenesScreen({ project }: { project: Project }) {
  const { id: projectId, role, name } = project;
  const canWrite = may(role, 'write');
  const { view, show } = useSceneView();
  // Other views and other people change them.
  const loaded = useQuery({
    ...scenesQuery(projectId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(({ videoStatus }) => isVideoUnderWay(videoStatus)) ? videoLookMs : false,
  });
  const { plan, planState, retryPlan } = usePlan(projectId);
  const offers = useSceneOffers(projectId);
  const { data: problems } = useQuery(problemsQuery(projectId));
  const { data: spoken } = useQuery(spokenQuery(projectId));
  const onMove = useMoveScene(projectId);
  const arrange = useArrangeScenes(projectId);
  const makeBeats = useBeatsFromScenes(projectId);
  const drawMissing = useDrawMissing(projectId);
  const counts = useScriptCounts(project);
  const undo = useBoardUndo(projectId);
  useUndoKeys(undo, canWrite);
  const [open, setOpen] = useState<SceneWindow | null>(null);
  const [over, setOver] = useState<VideoWindow | null>(null);
  const actions = useSceneWindowActions(setOpen, setOver);

  const scenes = loaded.data ?? noScenes;
  const groups = useMemo(() => actGroups(scenes, plan), [scenes, plan]);
  const sceneNumbers = useMemo(() => sceneNumbersOf(scenes), [scenes]);
  useVideoNews(scenes, sceneNumbers);
  const { page, showPlaced } = useShowPlaced();

  if (loaded.isLoadingError) {
    return (
      <LoadFailure
        text="The scenes could not be loaded."
        isRetrying={loaded.isFetching}
        onRetry={() => void loaded.refetch()}
      />
    );
  }
  if (loaded.isPending || planState === 'pending') return <ScenesSkeleton view={view} />;

  const add = () => setOpen({ type: 'new' });
  const missing = scenes.filter((each) => each.imageUrl === null && !isOpening(each));
  const price = offers.priceOfPictures(missing.length);
  const canDraw = offers.picture.is === 'open' && missing.length > 0;
  const shown: ScenesProps = {
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
  return (
    <div className={styles.page} ref={page} data-scrolls>
      <VisuallyHidden as="p" role="status">
        {spoken}
      </VisuallyHidden>
      {scenes.length === 0 ? (
        <>
          <PageHead title="Scene Manager">{canWrite && <UndoButtons undo={undo} />}</PageHead>
          <NoScenes projectId={projectId} canWrite={canWrite} onNew={add} />
        </>
      ) : (
        <>
          <ScenesHead
            scenes={scenes}
            counts={counts}
            undo={undo}
            missing={canDraw && price ? { count: missing.length, price } : null}
            drawing={drawMissing.drawing}
            view={view}
            canWrite={canWrite}
            offer={offers.picture}
            onView={show}
            onNew={add}
            onPlay={() => setOpen({ type: 'animatic' })}
            onPrint={() => setOpen({ type: 'print' })}
            onDrawMissing={() =>
              void drawMissing.start(missing, (each) => sceneName(each, sceneNumbers.get(each.id)))
            }
            onCancelDrawing={drawMissing.cancel}
            onRetry={offers.onRetry}
          />
          {view === 'storyboard' ? (
            <SceneBoard {...shown} projectName={name} />
          ) : (
            <>
              {planState === 'failed' && <PlanFailure onRetry={retryPlan} />}
              <SceneManagerList
                {...shown}
                groups={groups}
                plan={plan}
                onBeats={(given) =>
                  void makeBeats(
                    given.map(({ id }) => ({ id, pageNumber: counts?.scenes.get(id)?.page ?? null })),
                  )
                }
              />
            </>
          )}
        </>
      )}
      <SceneWindows
        project={project}
        scenes={scenes}
        sceneNumbers={sceneNumbers}
        canWrite={canWrite}
        problems={problems}
        actions={actions}
        plan={plan}
        offers={offers}
        open={open}
        over={over}
        animatic={(onClose, only) => (
          <Suspense fallback={null}>
            <AnimaticScreen project={project} scenes={scenes} only={only} onClose={onClose} />
          </Suspense>
        )}
        onPlaced={showPlaced}
        onClose={() => setOpen(null)}
        onCloseOver={() => setOver(null)}
      />
    </div>
  );
}

/** What the rows and frames open; the same object while the screen lives. */
function useSceneWindowActions(
  setOpen: (open: SceneWindow) => void,
  setOver: (over: VideoWindow) => void,
): ScenesProps['actions'] {
  const client = useQueryClient();
  const [actions] = useState<ScenesProps['actions']>(() => ({
    edit: ({ id }) => setOpen({ type: 'edit', sceneId: id }),
    remove: ({ id }) => setOpen({ type: 'remove', sceneId: id }),
    look: ({ id }) => setOpen({ type: 'look', sceneId: id }),
    makeVideo: (scene, name, prompt) => void makeVideo(client, scene, name, prompt),
    cancelVideo: (scene, name) => void cancelVideo(client, scene, name),
    removeVideo: ({ id }) => setOver({ type: 'removeVideo', sceneId: id }),
    playAnimatic: ({ id }) => setOver({ type: 'animatic', sceneId: id }),
  }));
  return actions;
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

const noScenes: Scene[] = [];
