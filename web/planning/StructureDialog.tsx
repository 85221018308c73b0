import { useState } from 'react';
import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import { defaultPageCount, pagesOfStructure, scenesInStructure } from '#screenplay/structures/placing.ts';
import { type StructureId, structures, structureWith } from '#screenplay/structures/structures.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { countOf } from './board.ts';
import { useFillPlan } from './planning.data.ts';
import { pageRange } from './realPages.ts';
import styles from './StructureDialog.module.css';

interface StructureDialogProps {
  projectId: number;
  scenes: readonly Scene[];
  counts: ScriptCounts | null;
  onClose: () => void;
}

/**
 * Offer structures for an empty plan, with their pages in this script and the places of its scenes.
 */
export function StructureDialog({ projectId, scenes, counts, onClose }: StructureDialogProps) {
  const [id, setId] = useState<StructureId>('three-acts');
  const [places, setPlaces] = useState(true);
  const fill = useFillPlan(projectId);
  const structure = structureWith(id);
  const pages = counts?.pages || defaultPageCount;
  const placed = scenes.flatMap(({ id: sceneId, heading }) => {
    const page = counts?.scenes.get(sceneId)?.pageNumber;
    return page === undefined || heading === '' ? [] : { id: sceneId, page };
  });
  const begin = () =>
    fill.mutate({ structure: id, pages, scenes: places ? placed : [] }, { onSuccess: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !fill.isPending && onClose()}
      title="Begin with a structure"
      description={
        counts && counts.pages > 0
          ? `Pages are those of your script, which has ${countOf(counts.pages, 'page')}.`
          : `Pages are planned for ${defaultPageCount}; every one can be changed.`
      }
      width="wide"
      footer={
        <>
          {fill.isError && (
            <p className={styles.problem} role="alert">
              {messageOf(fill.error, 'The plan could not be filled. Please try again.')}
            </p>
          )}
          <Button disabled={fill.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" isBusy={fill.isPending} onClick={begin}>
            Begin with {structure.name}
          </Button>
        </>
      }
    >
      <StructureChoice chosenId={id} onChoose={setId} />
      <ActList structure={structure} pages={pages} placed={placed} />
      {placed.length > 0 && (
        <label className={styles.places}>
          <input type="checkbox" checked={places} onChange={({ target }) => setPlaces(target.checked)} />
          Put the {countOf(placed.length, 'scene')} of the script where they fall
        </label>
      )}
    </Dialog>
  );
}

interface StructureChoiceProps {
  chosenId: StructureId;
  onChoose: (id: StructureId) => void;
}

function StructureChoice({ chosenId, onChoose }: StructureChoiceProps) {
  return (
    <fieldset className={styles.choices}>
      <VisuallyHidden as="legend">Structure</VisuallyHidden>
      {structures.map(({ id: each, name, text }) => (
        <label key={each} className={styles.choice} data-chosen={each === chosenId || undefined}>
          <input
            type="radio"
            name="structure"
            className={styles.radio}
            checked={each === chosenId}
            onChange={() => onChoose(each as StructureId)}
          />
          <b>{name}</b>
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ActListProps {
  structure: ReturnType<typeof structureWith>;
  pages: number;
  placed: readonly { id: number; page: number }[];
}

/** Acts and beats of a structure with their pages, and the number of scenes in each act. */
function ActList({ structure, pages, placed }: ActListProps) {
  const planned = pagesOfStructure(structure, pages);
  const falls = Map.groupBy(scenesInStructure(structure, placed, pages), ({ act }) => act);
  return (
    <ol className={styles.acts} aria-label={`Acts of ${structure.name}`}>
      {structure.acts.map(({ title, beats, theme }, act) => (
        <li key={title} className={styles.act} data-theme={theme}>
          <h3 className={styles.title}>
            {title}{' '}
            <span className={styles.pages}>
              p. {planned[act] && pageRange(planned[act].startPage, planned[act].endPage)}
              {placed.length > 0 && `, ${countOf(falls.get(act)?.length ?? 0, 'scene')}`}
            </span>
          </h3>
          <ul>
            {beats.map(({ title: beat }, index) => (
              <li key={beat} className={styles.beat}>
                <span>{beat}</span> <span className={styles.pages}>p. {planned[act]?.beatPages[index]}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
