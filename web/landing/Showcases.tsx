import { FileDown, FileText, FileUp } from 'lucide-react';
import styles from './Showcases.module.css';

/** The foot of one page and the head of the next, cut through a speech as a production expects it. */
export function BreakShowcase() {
  return (
    <section className={styles.row}>
      <div>
        <h2>Pages that break where Final Draft breaks them.</h2>
        <p>
          A heading stays with its scene. A long speech is cut at the end of a sentence, and (MORE) and
          (CONT’D) write themselves. What you see on screen is what the PDF prints, line for line.
        </p>
      </div>
      <div
        className={styles.pages}
        role="img"
        aria-label="The foot of page 41 and the head of page 42: a speech of Mara’s is cut between two sentences, with (MORE) below and (CONT’D) above."
      >
        <div className={styles.foot}>
          <p className={styles.action}>He sets the ledger between them, open at the wrong night.</p>
          <p className={styles.cue}>MARA</p>
          <p className={styles.speech}>I counted them on, Tobias. Every car, twice. I counted them off.</p>
          <p className={styles.more}>(MORE)</p>
        </div>
        <div className={styles.head}>
          <span className={styles.folio}>42.</span>
          <p className={styles.cue}>
            MARA <span className={styles.quiet}>(CONT’D)</span>
          </p>
          <p className={styles.speech}>So tell me whose car is still on my deck.</p>
          <p className={styles.action}>Nobody answers. Below them the engine changes its note.</p>
        </div>
      </div>
    </section>
  );
}

const kept = [
  'Revision marks',
  'Script notes',
  'Scene numbers',
  'Dual dialogue',
  'Title page',
  'Locked pages',
];
const icon = { size: 17, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function FilesShowcase() {
  return (
    <section className={`${styles.row} ${styles.mirrored}`}>
      <div>
        <h2>Bring a draft in, take it out, lose nothing.</h2>
        <p>
          Final Draft and Fountain files come in with a receipt that says what was found. Whatever has no
          place on our page is kept and written back, so the file you export still holds all that you
          imported.
        </p>
      </div>
      <div className={styles.files}>
        <p className={styles.file}>
          <FileUp {...icon} />
          night-ferry.fdx
        </p>
        <ul className={styles.kept} aria-label="Kept through import and export">
          {kept.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <ul className={styles.outputs} aria-label="Exports">
          <li>
            <FileText {...icon} />
            PDF
          </li>
          <li>
            <FileDown {...icon} />
            Final Draft
          </li>
          <li>
            <FileDown {...icon} />
            Fountain
          </li>
        </ul>
      </div>
    </section>
  );
}
