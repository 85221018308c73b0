import { useMemo, useRef, useState } from 'react';
import type { Pagination } from '#screenplay/layout/types.ts';
import { colourOf, stripsOf } from '#screenplay/strip.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { useIsPhone } from '#web/lib/media.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type FilterActions, FilterRow, rowAt } from './FilterRow.tsx';
import { figuresByScene } from './figures.ts';
import { Legend } from './Legend.tsx';
import { NothingHere } from './NothingHere.tsx';
import styles from './rows.module.css';
import { useRows } from './useRows.ts';

export interface SceneListProps {
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  pagination: Pagination;
  currentSceneId: number | null;
  chosenId: number | null;
  /** What the list is narrowed to; "" for all. */
  search: string;
  canWrite: boolean;
  onChoose: (scene: Scene) => void;
  onDelete: (scene: Scene) => unknown;
  onMove: (scene: Scene, direction: 'up' | 'down') => unknown;
}

/** Heights of a row: in a dense panel, and under a finger. */
export const rowPxFor = (isPhone: boolean) => (isPhone ? 44 : 31);

/** All scenes in script order, with number, heading, page and length. */
export function FilterList(props: SceneListProps) {
  const { scenes, sceneNumbers, pagination, currentSceneId, chosenId, search, canWrite } = props;
  const rowPx = rowPxFor(useIsPhone());
  const figuresOf = useMemo(() => figuresByScene(pagination), [pagination]);
  const colours = useMemo(() => {
    const strips = stripsOf(scenes.map(({ heading }) => heading));
    return new Map(scenes.map(({ id }, index) => [id, strips[index] ? colourOf(strips[index]) : null]));
  }, [scenes]);
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
  const { list, onScroll, shown, stop, onRowKey, onRowFocus, focusLater } = useRows(
    found.length,
    rowPx,
    current,
  );

  const [doomed, setDoomed] = useState<Scene | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [actions] = useState<FilterActions>(() => ({
    choose: (scene) => latest.current.onChoose(scene),
    move: (scene, direction) => void latest.current.onMove(scene, direction),
    remove: (scene, index) => {
      onRowFocus(index);
      setDoomed(scene);
    },
  }));
  const doomedNumber = doomed ? sceneNumbers.get(doomed.id) : undefined;

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
      <div ref={list} className={styles.window} onScroll={onScroll}>
        {scenes.length === 0 && (
          <NothingHere
            title="No scenes yet"
            text={
              canWrite
                ? 'Type a scene heading, such as INT. KITCHEN - DAY, and the scene appears here.'
                : 'Scenes appear here when the script has scene headings.'
            }
          />
        )}
        {scenes.length > 0 && found.length === 0 && (
          <NothingHere title="No scene found" text={`No number or heading has "${search}".`} />
        )}
        {found.length > 0 && (
          <ul
            className={styles.list}
            style={{ ...letters, height: found.length * rowPx }}
            data-can-write={canWrite || undefined}
            aria-label="Scenes"
          >
            {shown.map((index) => {
              const scene = found[index];
              if (!scene) return null;
              const figures = figuresOf(scene.id);
              return (
                <li
                  key={scene.id}
                  className={styles.row}
                  style={rowAt(index, rowPx)}
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
                    isStop={index === stop}
                    onRowKey={onRowKey}
                    onRowFocus={onRowFocus}
                  />
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <Legend count={scenes.filter(({ heading }) => heading !== '').length} />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => {
          if (open) return;
          setDoomed(null);
          focusLater();
        }}
        title={doomedNumber === undefined ? 'Delete scene' : `Delete scene ${doomedNumber}`}
        text="Are you sure you want to delete this scene? This will also delete all script elements in this scene."
        confirmLabel="Delete"
        isDestructive
        onConfirm={() => {
          setDoomed(null);
          focusLater();
          if (doomed) void props.onDelete(doomed);
        }}
      />
    </>
  );
}

function isFound({ heading }: Scene, number: string | undefined, search: string): boolean {
  const sought = search.trim().toUpperCase();
  if (sought === '') return true;
  return number?.toUpperCase() === sought || heading.toUpperCase().includes(sought);
}

/** The opening stays first: text moved above it would join it. */
function movesOf(scenes: readonly Scene[], scene: Scene): 'both' | 'up' | 'down' | 'none' {
  if (scene.heading === '') return 'none';
  const index = scenes.indexOf(scene);
  const canUp = index > 0 && scenes[index - 1]?.heading !== '';
  const canDown = index < scenes.length - 1;
  if (canUp && canDown) return 'both';
  if (canUp) return 'up';
  return canDown ? 'down' : 'none';
}
