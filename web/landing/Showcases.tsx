import { FileDown, FileText, FileUp } from 'lucide-react';
import { BeatCard } from '#web/planning/BeatCard.tsx';
import { plotOf } from '#web/planning/tension/plot.ts';
import { TensionChart } from '#web/planning/tension/TensionChart.tsx';
import { type BoardTools, BoardToolsProvider } from '#web/planning/tools.ts';
import { BetaButton, LoginLink } from './links.tsx';
import { SampleSheets } from './SampleSheets.tsx';
import sectionTitle from './SectionTitle.module.css';
import styles from './Showcases.module.css';
import { sampleActs, sampleBeats, samplePoints } from './sample.ts';
import { heroScene } from './scene.ts';

/** Show a page break within a speech, with (MORE) and (CONT’D). */
export function BreakShowcase() {
  return (
    <section className={styles.row}>
      <div>
        <h2 className={sectionTitle.title}>Pages that break where Final Draft breaks them.</h2>
        <p>
          A heading stays with its scene. A long speech is cut at the end of a sentence, and (MORE) and
          (CONT’D) write themselves. What you see on screen is what the PDF prints, line for line.
        </p>
        <BetaButton kind="plain">Join the Beta</BetaButton>
      </div>
      <div
        className={styles.pages}
        role="img"
        aria-label="The foot of page 1 and the head of page 2: a speech of Mara’s is cut between two sentences, with (MORE) below and (CONT’D) above."
      >
        <div className={styles.shifted}>
          <SampleSheets elements={heroScene} />
        </div>
      </div>
    </section>
  );
}

const { columns, stretches } = plotOf(samplePoints, sampleBeats, sampleActs);
const shownBeats = sampleBeats.filter(({ description }) => description !== null);
const nothing = () => undefined;
/** Tools of a read-only board. */
const noTools: BoardTools = {
  ...{ open: nothing, addBeat: nothing, edit: nothing, step: nothing, seen: new Set() },
};

/** Show the chart and the cards of the planning screen with sample data. */
export function PlanShowcase() {
  return (
    <section className={`${styles.row} ${styles.mirrored}`}>
      <div>
        <h2 className={sectionTitle.title}>See the shape before you write the scene.</h2>
        <p>
          Acts, sequences and beats as index cards, with the tension of the whole story drawn above them. Move
          a card, and the plan stays in step.
        </p>
        <BetaButton kind="plain">Join the Beta</BetaButton>
      </div>
      <div
        className={styles.plan}
        role="img"
        aria-label="The tension of a story in four acts, beat by beat, rising to its highest in the last act; below it three beats as index cards."
      >
        <div inert aria-hidden="true">
          <div className={styles.tension}>
            <p className={styles.name}>Tension</p>
            <TensionChart columns={columns} stretches={stretches} selected={undefined} onSelect={nothing} />
          </div>
          <BoardToolsProvider value={noTools}>
            <ul className={styles.beats}>
              {shownBeats.map((beat) => (
                <div key={beat.id} role="none" data-theme={sampleActs[beat.actNumber - 1]?.colorTheme}>
                  <BeatCard beat={beat} canWrite={false} isEditing={false} isLifted={false} isFirst isLast />
                </div>
              ))}
            </ul>
          </BoardToolsProvider>
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
    <section className={`${styles.row} ${styles.last}`}>
      <div>
        <h2 className={sectionTitle.title}>Bring a draft in, take it out, lose nothing.</h2>
        <p>
          Final Draft and Fountain files come in with a receipt that says what was found. Whatever has no
          place on our page is kept and written back, so the file you export still holds all that you
          imported.
        </p>
        <LoginLink kind="plain" />
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
