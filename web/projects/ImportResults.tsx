import { useState } from 'react';
import { isArchiveName } from '#shared/contract/importing.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ImportReceiptView } from './ImportReceiptView.tsx';
import styles from './ImportResults.module.css';
import type { ImportedFile, ImportResult } from './useScriptImport.ts';

/** List of several files: the project and receipt of each, or the reason why it was rejected. */
export function ImportResults({ results }: { results: readonly ImportResult[] }) {
  return (
    <ul className={styles.results} aria-label="Imported files">
      {results.map((result) => (
        <li key={result.id} data-problem={result.status === 'rejected' || undefined}>
          <span className={styles.fileName}>{result.fileName}</span>
          {result.status === 'imported' ? <Imported {...result} /> : <span>{result.reason}</span>}
        </li>
      ))}
    </ul>
  );
}

function Imported({ reply, file, fileName }: ImportedFile & { fileName: string }) {
  // A receipt draws pages of its file, so it is rendered only once it is opened.
  const [isOpen, setIsOpen] = useState(false);
  const count = reply.receipt.uncertain.length;
  return (
    <>
      <span>Imported as “{reply.project.name}”</span>
      <div className={styles.receipt}>
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Receipt{count > 0 && `, ${count} to check`}
          <VisuallyHidden>, {fileName}</VisuallyHidden>
        </Button>
        {isOpen && <ImportReceiptView reply={reply} file={file} isArchive={isArchiveName(file.name)} />}
      </div>
    </>
  );
}
