import { ArrowDown } from 'lucide-react';
import { buttonClass } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { Features } from './Features.tsx';
import { HeroPage } from './HeroPage.tsx';
import styles from './Landing.module.css';
import { BetaButton, LoginLink } from './links.tsx';
import { BreakShowcase, FilesShowcase, PlanShowcase } from './Showcases.tsx';

/**
 * A visitor's first page. It has no state, because the build prerenders it as HTML
 * (scripts/landingPage.ts).
 */
export function LandingPage() {
  return (
    <div data-landing="">
      <header className={styles.header}>
        <span className={styles.brand}>
          <Wordmark size={18} />
        </span>
        <LoginLink kind="ghost" />
        <BetaButton kind="plain">Join Beta</BetaButton>
      </header>
      <main>
        <section className={styles.hero}>
          <div className={styles.words}>
            <p className={styles.slug}>INT. YOUR DESK - MORNING</p>
            <h1 className={styles.headline}>A quiet room and one bright page.</h1>
            <p className={styles.sentence}>
              Write the script, plan the story, cast the voices and hear it read back. For screenwriters,
              directors, producers and students.
            </p>
            <div className={styles.actions}>
              <BetaButton kind="primary">Join the Beta</BetaButton>
              <a className={buttonClass({ kind: 'ghost', size: 'large' })} href="#features">
                Explore Features
                <ArrowDown size={16} strokeWidth={1.6} aria-hidden="true" />
              </a>
            </div>
            <p className={styles.unscripted}>Applying for the beta needs JavaScript. Please turn it on.</p>
          </div>
          <HeroPage />
        </section>
        <BreakShowcase />
        <PlanShowcase />
        <FilesShowcase />
        <Features />
        <section className={styles.end}>
          <h2>Page one is waiting.</h2>
          <p>The beta is by application. Tell us what you are writing.</p>
          <BetaButton kind="primary">Join the Beta</BetaButton>
        </section>
      </main>
      <footer className={styles.footer}>
        <Wordmark size={12} />
        <span>For screenwriters, directors, producers and students</span>
      </footer>
    </div>
  );
}
