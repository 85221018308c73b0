import { type RefObject, useMemo, useRef, useState } from 'react';
import type { Pagination } from '#screenplay/layout/types.ts';
import { colourOf, stripsOf } from '#screenplay/strip.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { isTouchScreen, useIsPhone } from '#web/lib/media.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { movesAmong, type PossibleMoves } from '#web/ui/reorder/MoveItems.tsx';
import { dropTarget } from '#web/ui/reorder/targets.ts';
import { EmptyListMessage } from './EmptyListMessage.tsx';
import { type FilterActions, FilterRow, rowAt } from './FilterRow.tsx';
import { figuresByScene, type SceneFigures } from './figures.ts';
import { Legend } from './Legend.tsx';
import styles from './rows.module.css';
import type { SceneReorderControls } from './SceneReorder.tsx';
import { type Rows, useRows } from './useRows.ts';

export interface SceneListProps {
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  pagination: Pagination;
  currentSceneId: number | null;
  chosenId: number | null;
  /** Search text; "" shows all. */
  search: string;
  canWrite: boolean;
  onGo: (scene: Scene) => void;
  onFilter: (scene: Scene) => void;
  onDelete: (scene: Scene) => unknown;
  /** Called with the position among the other scenes. */
  onMove: (scene: Scene, index: number) => unknown;
}

// The code of dragging is loaded when the pointer or the focus comes to the list.
const sceneReorder = createLazyModule(() => import('./SceneReorder.tsx').then((file) => file.SceneReorder));

/** Row height, larger for touch. */
export const rowPxFor = (isPhone: boolean) => (isPhone ? 44 : 31);

/** All scenes in script order, with number, heading, page and length. */
export function FilterList(props: SceneListProps) {
  const { scenes, sceneNumbers, currentSceneId, search, canWrite } = props;
  const rowPx = rowPxFor(useIsPhone());
  const found = useMemo(
    () => scenes.filter((scene) => isFound(scene, sceneNumbers.get(scene.id), search)),
    [scenes, sceneNumbers, search],
  );
  const longest = useMemo(
    () => Math.max(2, ...[...sceneNumbers.values()].map((number) => number.length)),
    [sceneNumbers],
  );
  const letters = { ['--number-letters' as string]: longest };
  const current = found.findIndex(({ id }) => id === currentSceneId);
  const rows = useRows(found.length, rowPx, current);

  const figuresOf = useMemo(() => figuresByScene(props.pagination), [props.pagination]);
  const reorder = useRef<SceneReorderControls>(null);
  const { doomed, setDoomed, actions } = useFilterActions(props, reorder, rows.onRowFocus);
  const [list, setList] = useState<HTMLElement | null>(null);
  // A finger that rests on a row comes with no warning.
  const [isReached, setIsReached] = useState(isTouchScreen);
  const reach = () => setIsReached(true);
  return (
    <>
      <div
        className={styles.sceneHead}
        style={letters}
        data-can-write={canWrite || undefined}
        aria-hidden="true"
      >
        <span />
        <span>No.</span>
        <span>Heading</span>
        <span>Page</span>
        <span>Eighths</span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only loads the code of dragging. */}
      <div
        ref={rows.list}
        className={styles.window}
        onScroll={rows.onScroll}
        onPointerEnter={reach}
        onFocus={reach}
      >
        {found.length === 0 && <NoScene hasScenes={scenes.length > 0} {...{ search, canWrite }} />}
        {found.length > 0 && (
          <ul
            ref={setList}
            className={styles.list}
            style={{ ...letters, height: found.length * rowPx }}
            data-can-write={canWrite || undefined}
            aria-label="Scenes"
          >
            <SceneRows {...props} {...{ found, rows, rowPx, actions, figuresOf }} />
          </ul>
        )}
      </div>
      {canWrite && isReached && list && (
        <WhenLoaded part={sceneReorder} onFailure={() => undefined}>
          {(SceneReorder) => (
            <SceneReorder
              ref={reorder}
              {...{ list, scenes, sceneNumbers, rowPx, figuresOf }}
              shownIds={rows.shown.flatMap((index) => found[index]?.id ?? [])}
              canDrag={found.length === scenes.length}
              onLift={rows.onRowFocus}
              onMove={props.onMove}
            />
          )}
        </WhenLoaded>
      )}
      <Legend count={scenes.filter(({ heading }) => heading !== '').length} />
      <DeletingScene
        scene={doomed}
        number={doomed ? sceneNumbers.get(doomed.id) : undefined}
        onDone={() => {
          setDoomed(null);
          rows.focusLater();
        }}
        onDelete={(scene) => void props.onDelete(scene)}
      />
    </>
  );
}

/** Return stable actions of the rows. `doomed`: the scene whose deletion is to be confirmed. */
function useFilterActions(
  props: SceneListProps,
  reorder: RefObject<SceneReorderControls | null>,
  onRowFocus: Rows['onRowFocus'],
) {
  const [doomed, setDoomed] = useState<Scene | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [actions] = useState<FilterActions>(() => ({
    go: (scene) => latest.current.onGo(scene),
    filter: (scene) => latest.current.onFilter(scene),
    step: (scene, by) => {
      if (reorder.current) reorder.current.step(scene.id, by);
      else void latest.current.onMove(scene, latest.current.scenes.indexOf(scene) + by);
    },
    remove: (scene, index) => {
      onRowFocus(index);
      setDoomed(scene);
    },
  }));
  return { doomed, setDoomed, actions };
}

function NoScene({ hasScenes, search, canWrite }: { hasScenes: boolean; search: string; canWrite: boolean }) {
  if (hasScenes)
    return <EmptyListMessage title="No scene found" text={`No number or heading has "${search}".`} />;
  const text = canWrite
    ? 'Type a scene heading, such as INT. KITCHEN - DAY, and the scene appears here.'
    : 'Scenes appear here when the script has scene headings.';
  return <EmptyListMessage title="No scenes yet" text={text} />;
}

interface SceneRowsProps extends SceneListProps {
  found: readonly Scene[];
  rows: Rows;
  rowPx: number;
  actions: FilterActions;
  figuresOf: (sceneId: number) => SceneFigures | null;
}

/** Rows near the viewport, at their positions in the list. */
function SceneRows(props: SceneRowsProps) {
  const { scenes, sceneNumbers, currentSceneId, chosenId, canWrite } = props;
  const { found, rows, rowPx, actions, figuresOf } = props;
  const colours = useMemo(() => {
    const strips = stripsOf(scenes.map(({ heading }) => heading));
    return new Map(scenes.map(({ id }, index) => [id, strips[index] ? colourOf(strips[index]) : null]));
  }, [scenes]);
  return rows.shown.map((index) => {
    const scene = found[index];
    if (!scene) return null;
    const figures = figuresOf(scene.id);
    return (
      <li
        key={scene.id}
        className={styles.row}
        style={rowAt(index, rowPx)}
        {...dropTarget({ type: 'halves', id: scene.id })}
        aria-setsize={found.length}
        aria-posinset={index + 1}
      >
        <FilterRow
          scene={scene}
          number={sceneNumbers.get(scene.id)}
          colour={colours.get(scene.id) ?? null}
          page={figures?.page ?? null}
          eighths={figures?.eighths ?? null}
          isCurrent={scene.id === currentSceneId}
          isChosen={scene.id === chosenId}
          moves={canWrite ? movesOf(scenes, scene) : null}
          actions={actions}
          index={index}
          isStop={index === rows.stop}
          onRowKey={rows.onRowKey}
          onRowFocus={rows.onRowFocus}
        />
      </li>
    );
  });
}

interface DeletingSceneProps {
  /** Null while no scene is to be deleted. */
  scene: Scene | null;
  number: string | undefined;
  onDone: () => void;
  onDelete: (scene: Scene) => void;
}

function DeletingScene({ scene, number, onDone, onDelete }: DeletingSceneProps) {
  return (
    <ConfirmDialog
      open={scene !== null}
      onOpenChange={(open) => !open && onDone()}
      title={number === undefined ? 'Delete scene' : `Delete scene ${number}`}
      text="Are you sure you want to delete this scene? This will also delete all script elements in this scene."
      confirmLabel="Delete"
      isDestructive
      onConfirm={() => {
        onDone();
        if (scene) onDelete(scene);
      }}
    />
  );
}

function isFound({ heading }: Scene, number: string | undefined, search: string): boolean {
  const sought = search.trim().toUpperCase();
  if (sought === '') return true;
  return number?.toUpperCase() === sought || heading.toUpperCase().includes(sought);
}

/** Return the possible moves. The opening stays first, because text moved above would join it. */
function movesOf(scenes: readonly Scene[], scene: Scene): PossibleMoves {
  if (scene.heading === '') return 'none';
  const index = scenes.indexOf(scene);
  const isFirst = index === 0 || scenes[index - 1]?.heading === '';
  return movesAmong(isFirst, index === scenes.length - 1);
}
