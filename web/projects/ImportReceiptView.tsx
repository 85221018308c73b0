import { elementTypes } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import styles from './ImportReceiptView.module.css';
import type { ImportReply } from './projectActions.data.ts';

const number = new Intl.NumberFormat('en-US');

/** The result of an import: counts, data that only an export shows, and uncertain decisions. */
interface ImportReceiptViewProps {
  reply: ImportReply;
  /** The receipt of an archive also lists the data besides the script. */
  isArchive?: boolean;
}

export function ImportReceiptView({ reply: { counts, receipt }, isArchive = false }: ImportReceiptViewProps) {
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
      {receipt.places && receipt.places.length > 0 && <Places places={receipt.places} />}
      {receipt.shortened.length > 0 && <Lines title="Shortened" lines={receipt.shortened} none="" />}
    </div>
  );
}

/** Uncertain places of a PDF, each with the lines of its page. Comments mark them in the script. */
function Places({ places }: { places: NonNullable<ImportReply['receipt']['places']> }) {
  return (
    <section>
      <h3 className={styles.title}>Places in the PDF, marked with comments in the script</h3>
      {places.map(({ reason, page, excerpt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
        <figure key={index} className={styles.place}>
          <figcaption>
            Page {page}: {reason}
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide lines are scrolled with the keys */}
          <pre className={styles.excerpt} tabIndex={0}>
            {excerpt}
          </pre>
        </figure>
      ))}
    </section>
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
