import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Project } from '#shared/contract/projects.ts';
import { isVideoUnderWay, type Scene, type SceneArrangement } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { offerOf } from '#web/lib/offer.ts';
import { priceOfMany } from '#web/lib/price.ts';
import { useBoardUndo, useUndoKeys } from '#web/lib/useBoardUndo.ts';
import { actsQuery, beatsQuery, sequencesQuery } from '#web/planning/planning.data.ts';
import { useScriptCounts } from '#web/script/counts/useScriptCounts.ts';
import { scenesQuery } from '#web/script/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { UndoButtons } from '#web/ui/UndoButtons.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useArrangeScenes, useBeatsFromScenes } from './arranging.data.ts';
import { DeleteSceneDialog } from './DeleteSceneDialog.tsx';
import { actGroups, type PlannedGroups } from './grouping.ts';
import { NoScenes } from './NoScenes.tsx';
import { PictureDialog } from './PictureDialog.tsx';
import { PrintDialog } from './PrintDialog.tsx';
import { SceneBoard } from './SceneBoard.tsx';
import { SceneDialog } from './SceneDialog.tsx';
import { SceneManagerList, type ScenesProps } from './SceneManagerList.tsx';
import { ScenesHead } from './ScenesHead.tsx';
import styles from './ScenesScreen.module.css';
import { ScenesSkeleton } from './ScenesSkeleton.tsx';
import { SceneVideo } from './SceneVideo.tsx';
import { isOpening, sceneName } from './sceneName.ts';
import { problemsQuery, spokenQuery, useMoveScene } from './scenes.data.ts';
import { cancelVideo, deleteVideo, makeVideo, tellVideoNews, videoLookMs } from './sceneVideo.ts';
import { useDrawMissing } from './useDrawMissing.ts';
import { useSceneView } from './useSceneView.ts';
import { videoOfferOf } from './videoOffer.ts';

const AnimaticScreen = lazy(async () => ({
  default: (await import('#web/animatic/AnimaticScreen.tsx')).AnimaticScreen,
}));

/** What is open over the view: one dialog at a time. */
type Open = { is: 'new' | 'animatic' | 'print' } | { is: 'edit' | 'look' | 'remove'; sceneId: number } | null;

/** What can be open over that: of the video of a scene. */
type OpenOver = { is: 'animatic' | 'removeVideo'; sceneId: number } | null;

/** The scenes by act, or as a storyboard. */
export function ScenesScreen({ project }: { project: Project }) {
  const { id: projectId, role, name } = project;
  const canWrite = may(role, 'write');
  const { view, show } = useSceneView();
  const client = useQueryClient();
  // Other views and other people change them.
  const loaded = useQuery({
    ...scenesQuery(projectId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(({ videoStatus }) => isVideoUnderWay(videoStatus)) ? videoLookMs : false,
  });
  const { plan, planState, retryPlan } = usePlan(projectId);
  const ai = useQuery(aiStateQuery(projectId));
  const { data: problems } = useQuery(problemsQuery(projectId));
  const { data: spoken } = useQuery(spokenQuery(projectId));
  const onMove = useMoveScene(projectId);
  const arrange = useArrangeScenes(projectId);
  const makeBeats = useBeatsFromScenes(projectId);
  const drawMissing = useDrawMissing(projectId);
  const counts = useScriptCounts(project);
  const undo = useBoardUndo(projectId);
  useUndoKeys(undo, canWrite);
  const [open, setOpen] = useState<Open>(null);
  const [over, setOver] = useState<OpenOver>(null);
  const page = useRef<HTMLDivElement>(null);

  const scenes = loaded.data ?? noScenes;
  const groups = useMemo(() => actGroups(scenes, plan), [scenes, plan]);
  const sceneNumbers = useMemo(() => sceneNumbersOf(scenes), [scenes]);
  const { data: aiState, isError: isWithoutPrice } = ai;
  const offer = useMemo(
    () => offerOf({ data: aiState, isError: isWithoutPrice }, ({ pictures }) => pictures),
    [aiState, isWithoutPrice],
  );
  const video = useMemo(
    () => videoOfferOf({ data: aiState, isError: isWithoutPrice }),
    [aiState, isWithoutPrice],
  );
  useVideoNews(scenes, sceneNumbers);
  /** The scene that was just created, or was given another place: it may stand far below. */
  const [placed, setPlaced] = useState<{ id: number; takesFocus: boolean } | null>(null);
  useEffect(() => {
    const scene = placed && page.current?.querySelector(`[data-scene="${placed.id}"]`);
    scene?.scrollIntoView?.({ block: 'nearest' });
    if (placed?.takesFocus) scene?.querySelector<HTMLElement>('[data-menu], [tabindex]')?.focus();
  }, [placed]);
  const [actions] = useState<ScenesProps['actions']>(() => ({
    edit: ({ id }) => setOpen({ is: 'edit', sceneId: id }),
    remove: ({ id }) => setOpen({ is: 'remove', sceneId: id }),
    look: ({ id }) => setOpen({ is: 'look', sceneId: id }),
    makeVideo: (scene, name, prompt) => void makeVideo(client, scene, name, prompt),
    cancelVideo: (scene, name) => void cancelVideo(client, scene, name),
    removeVideo: ({ id }) => setOver({ is: 'removeVideo', sceneId: id }),
    playAnimatic: ({ id }) => setOver({ is: 'animatic', sceneId: id }),
  }));

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

  const close = () => setOpen(null);
  const add = () => setOpen({ is: 'new' });
  const scene = open && 'sceneId' in open ? scenes.find(({ id }) => id === open.sceneId) : undefined;
  const number = scene && sceneNumbers.get(scene.id);
  const sceneOver = over && scenes.find(({ id }) => id === over.sceneId);
  const closeOver = () => setOver(null);
  const retryPrice = () => void client.invalidateQueries({ queryKey: aiStateQuery(projectId).queryKey });
  const onArrange = (label: string, changes: SceneArrangement[]) => void arrange(label, changes);
  const onBeats = (given: readonly Scene[]) =>
    void makeBeats(given.map(({ id }) => ({ id, pageNumber: counts?.scenes.get(id)?.page ?? null })));
  const shared = {
    scenes,
    sceneNumbers,
    canWrite,
    offer,
    video,
    problems,
    actions,
    counts,
    onArrange,
    onMove,
  };
  const ofVideo = scene && (
    <SceneVideo {...{ scene, number, canWrite, actions }} offer={video} onRetry={retryPrice} />
  );
  const missing = scenes.filter((each) => each.imageUrl === null && !isOpening(each));
  const price = aiState && priceOfMany(aiState.pictures, missing.length);
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
            missing={
              offer.is === 'open' && price && missing.length > 0 ? { count: missing.length, price } : null
            }
            drawing={drawMissing.drawing}
            view={view}
            canWrite={canWrite}
            offer={offer}
            onView={show}
            onNew={add}
            onPlay={() => setOpen({ is: 'animatic' })}
            onPrint={() => setOpen({ is: 'print' })}
            onDrawMissing={() =>
              void drawMissing.start(missing, (each) => sceneName(each, sceneNumbers.get(each.id)))
            }
            onCancelDrawing={drawMissing.cancel}
            onRetry={retryPrice}
          />
          {view === 'storyboard' ? (
            <SceneBoard {...shared} projectName={name} />
          ) : (
            <>
              {planState === 'failed' && (
                <div className={styles.problem} role="alert">
                  <p>The acts and sequences could not be loaded.</p>
                  <Button size="small" onClick={retryPlan}>
                    Try again
                  </Button>
                </div>
              )}
              <SceneManagerList {...shared} groups={groups} plan={plan} onBeats={onBeats} />
            </>
          )}
        </>
      )}
      {open?.is === 'animatic' && (
        <Suspense fallback={null}>
          <AnimaticScreen project={project} scenes={scenes} onClose={close} />
        </Suspense>
      )}
      {open?.is === 'print' && <PrintDialog project={project} count={scenes.length} onClose={close} />}
      {open?.is === 'new' && (
        <SceneDialog
          projectId={projectId}
          scene={null}
          scenes={scenes}
          plan={plan}
          onPlaced={(id) => setPlaced({ id, takesFocus: false })}
          onClose={close}
        />
      )}
      {open?.is === 'edit' && scene && (
        <SceneDialog
          key={scene.id}
          projectId={projectId}
          scene={scene}
          scenes={scenes}
          plan={plan}
          video={ofVideo}
          onPlaced={(id) => setPlaced({ id, takesFocus: true })}
          onClose={close}
        />
      )}
      {open?.is === 'look' && scene && (
        <PictureDialog
          scene={scene}
          number={number}
          canWrite={canWrite}
          offer={offer}
          video={ofVideo}
          problem={problems[scene.id] ?? null}
          onRetry={retryPrice}
          onClose={close}
        />
      )}
      {over?.is === 'animatic' && sceneOver && (
        <Suspense fallback={null}>
          <AnimaticScreen project={project} scenes={scenes} only={sceneOver.id} onClose={closeOver} />
        </Suspense>
      )}
      {over?.is === 'removeVideo' && sceneOver && (
        <ConfirmDialog
          open
          onOpenChange={closeOver}
          title="Delete video"
          text={`Delete the video of ${sceneName(sceneOver, sceneNumbers.get(sceneOver.id))}? It cannot be brought back, and what was paid for it stays paid.`}
          confirmLabel="Delete"
          isDestructive
          onConfirm={() => {
            closeOver();
            void deleteVideo(client, sceneOver, sceneName(sceneOver, sceneNumbers.get(sceneOver.id)));
          }}
        />
      )}
      {open?.is === 'remove' && scene && <DeleteSceneDialog scene={scene} number={number} onClose={close} />}
    </div>
  );
}

/** Tells what became of videos that were being made, whether or not their scenes are in sight. */
function useVideoNews(scenes: readonly Scene[], sceneNumbers: ReadonlyMap<number, string>) {
  const client = useQueryClient();
  const before = useRef(scenes);
  useEffect(() => {
    const was = before.current;
    before.current = scenes;
    tellVideoNews(client, was, scenes, (scene) => sceneName(scene, sceneNumbers.get(scene.id)));
  }, [client, scenes, sceneNumbers]);
}

const noScenes: Scene[] = [];

/** Acts, sequences and beats; the scenes can be shown without them. */
function usePlan(projectId: number) {
  const acts = useQuery(actsQuery(projectId));
  const sequences = useQuery(sequencesQuery(projectId));
  const beats = useQuery(beatsQuery(projectId));
  const all = [acts, sequences, beats];
  const plan = useMemo<PlannedGroups>(
    () => ({ acts: acts.data ?? [], sequences: sequences.data ?? [], beats: beats.data ?? [] }),
    [acts.data, sequences.data, beats.data],
  );
  const isPending = all.some((each) => each.isPending);
  const isFailed = all.some((each) => each.isLoadingError);
  const planState: 'pending' | 'failed' | 'there' = isFailed ? 'failed' : isPending ? 'pending' : 'there';
  const retryPlan = () => {
    for (const each of all) if (each.isLoadingError) void each.refetch();
  };
  return { plan, planState, retryPlan };
}
