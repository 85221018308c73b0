import { FileText, FileUp } from 'lucide-react';
import { scriptEndings } from '#shared/contract/importing.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { uploadProgressText } from './bytes.ts';
import styles from './ImportPanel.module.css';
import { ImportResults } from './ImportResults.tsx';
import type { ImportStep, ScriptImport } from './useScriptImport.ts';

const acceptedEndings = [...scriptEndings, 'zip'].map((ending) => `.${ending}`).join(',');

interface ImportPanelProps {
  scriptImport: ScriptImport;
  isDragging: boolean;
}

export function ImportPanel({
  scriptImport: { step, note, isRunning, start },
  isDragging,
}: ImportPanelProps) {
  return (
    <div className={styles.panel}>
      {/* Files can be dropped anywhere on the page (useFileDrop.ts). This is the visible target. */}
      <div className={styles.zone} data-over={isDragging || undefined}>
        <FileUp size={24} strokeWidth={1.6} aria-hidden="true" />
        <p className={styles.invitation}>Drop scripts here</p>
        <p>
          Final Draft (FDX), Fountain, PDF, Word, Rich Text, Fade In, Highland, Celtx, Trelby or plain text,
          up to 10 MB each. Or a .zip file: several scripts, or the archive of a project.{' '}
          <label className={styles.choose}>
            Choose a file
            <input
              type="file"
              multiple
              accept={acceptedEndings}
              className={styles.input}
              onChange={({ currentTarget }) => {
                start([...(currentTarget.files ?? [])]);
                currentTarget.value = ''; // so that the same file can be chosen again
              }}
            />
          </label>
        </p>
      </div>
      {isRunning && <Running step={step} />}
      {step.name === 'doneWithMany' && <ImportResults results={step.results} />}
      <p className={styles.note} role="status" data-problem={note?.isProblem || undefined}>
        {note?.text}
      </p>
    </div>
  );
}

function Running({ step }: { step: ImportStep }) {
  if (step.name !== 'sending' && step.name !== 'reading') return null;
  const fraction = step.name === 'sending' ? step.fraction : null;
  const { number, count } = step.position;
  return (
    <div className={styles.running}>
      <span className={styles.sheet}>
        <FileText size={17} strokeWidth={1.6} aria-hidden="true" />
      </span>
      <p className={styles.fileName}>{step.file.name}</p>
      <Progress label={`Importing ${step.file.name}`} fraction={fraction} />
      <p className={styles.numbers}>
        {count > 1 && `File ${number} of ${count}. `}
        {fraction === null ? 'Reading the script…' : uploadProgressText(fraction, step.file.size)}
      </p>
    </div>
  );
}
