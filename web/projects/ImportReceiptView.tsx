import { elementTypes } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import styles from './ImportReceiptView.module.css';
import type { ImportReply } from './projectActions.data.ts';
import { UncertainPlaces } from './UncertainPlaces.tsx';

const number = new Intl.NumberFormat('en-US');

/** The result of an import: counts, data that only an export shows, and uncertain decisions. */
interface ImportReceiptViewProps {
  reply: ImportReply;
  /** The file that was imported, from which pictures of pages are made. */
  file: File;
  /** The receipt of an archive also lists the data besides the script. */
  isArchive?: boolean;
}

export function ImportReceiptView({ reply, file, isArchive = false }: ImportReceiptViewProps) {
  const { counts, receipt } = reply;
  const figures = [
    [counts.scenes === 1 ? 'Scene' : 'Scenes', counts.scenes],
    [counts.elements === 1 ? 'Element' : 'Elements', counts.elements],
    [counts.characters === 1 ? 'Character' : 'Characters', counts.characters],
  ] as const;
  return (
    <div className={styles.receipt}>
      <dl className={styles.figures}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt className={styles.term}>{label}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.types} aria-label="Elements by type">
        {elementTypes.map((type) => (
          <div key={type}>
            <dt>{elementLabels[type]}</dt>
            <dd>{number.format(receipt.countsByType[type] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      <Lines
        title={isArchive ? 'Also imported' : 'Kept for export'}
        lines={receipt.kept}
        none={`The ${isArchive ? 'archive' : 'file'} holds nothing beyond the script itself.`}
      />
      <Lines title="Please check" lines={receipt.uncertain} none="No problems found." />
      {receipt.places && receipt.places.length > 0 && <UncertainPlaces places={receipt.places} file={file} />}
      {receipt.shortened.length > 0 && <Lines title="Shortened" lines={receipt.shortened} none="" />}
    </div>
  );
}

interface LinesProps {
  title: string;
  lines: string[];
  none: string;
}

function Lines({ title, lines, none }: LinesProps) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      {lines.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.lines}>
          {[...new Set(lines)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
