import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { Paper } from '#screenplay/format.ts';
import { type FramesPerPage, framesPerPage } from '#screenplay/layout/boardGrid.ts';
import {
  defaultFramesPerPage,
  exportStoryboard,
  type Project,
  storyboardFileName,
} from '#shared/contract/projects.ts';
import { addressOf } from '#web/lib/api.ts';
import { download } from '#web/lib/fileCalls.ts';
import { useSaveFile } from '#web/lib/useSaveFile.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './PrintDialog.module.css';

const papers: Record<Paper, string> = { letter: 'US Letter', a4: 'A4' };

interface PrintDialogProps {
  project: Pick<Project, 'id' | 'name' | 'format'>;
  /** Number of printed scenes. */
  count: number;
  onClose: () => void;
}

interface PrintQuery {
  perPage: FramesPerPage;
  paper: Paper;
  notes: 'yes' | 'no';
}

/** Export the storyboard as a PDF, to save or to print in the browser. */
export function PrintDialog({ project, count, onClose }: PrintDialogProps) {
  const [perPage, setPerPage] = useState<FramesPerPage>(defaultFramesPerPage);
  const [paper, setPaper] = useState<Paper>(project.format.paper);
  const [hasNotes, setHasNotes] = useState(true);
  const query: PrintQuery = { perPage, paper, notes: hasNotes ? 'yes' : 'no' };
  const pages = Math.max(1, Math.ceil(count / perPage));

  const failure = 'Failed to export the storyboard';
  const { isSaving, save } = useSaveFile<PrintQuery>({
    fetchFile: (query, options) =>
      download(exportStoryboard, { params: { id: project.id }, query }, { failure, ...options }),
    fileNameOf: () => storyboardFileName(project.name),
    onSaved: onClose,
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Print the storyboard"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <a
            className={styles.open}
            href={addressOf(exportStoryboard, { id: project.id }, { ...query, disposition: 'inline' })}
            target="_blank"
            rel="noreferrer"
          >
            <Printer size={15} strokeWidth={1.6} aria-hidden="true" />
            Open to print
          </a>
          <Button kind="primary" isBusy={isSaving} onClick={() => save(query)}>
            Save as PDF
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <FramesChoice chosen={perPage} onChoose={setPerPage} />
        <PaperChoice chosen={paper} onChoose={setPaper} />
        <label className={styles.choice}>
          <input type="checkbox" checked={hasNotes} onChange={({ target }) => setHasNotes(target.checked)} />
          Notes under the frames
        </label>
        <p className={styles.pages} role="status">
          {pages.toLocaleString('en-US')} {pages === 1 ? 'page' : 'pages'}, with title and page number on
          each. Pictures are not cropped.
        </p>
      </div>
    </Dialog>
  );
}

interface ChoiceProps<Value> {
  chosen: Value;
  onChoose: (value: Value) => void;
}

function FramesChoice({ chosen, onChoose }: ChoiceProps<FramesPerPage>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Frames on a page</legend>
      {framesPerPage.map((each) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name="perPage" checked={each === chosen} onChange={() => onChoose(each)} />
          {each}
        </label>
      ))}
    </fieldset>
  );
}

function PaperChoice({ chosen, onChoose }: ChoiceProps<Paper>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Paper</legend>
      {(Object.keys(papers) as Paper[]).map((each) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name="paper" checked={each === chosen} onChange={() => onChoose(each)} />
          {papers[each]}
        </label>
      ))}
    </fieldset>
  );
}
