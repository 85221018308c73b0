import { ArrowDown } from 'lucide-react';
import { buttonClass } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { Features } from './Features.tsx';
import { HeroPage } from './HeroPage.tsx';
import styles from './Landing.module.css';
import { loginHref } from './loginHref.ts';
import { BreakShowcase, FilesShowcase } from './Showcases.tsx';

/** A visitor's first page. It loads before anything else, so it does without the router, queries and dialogs. */
export function Landing() {
  const login = loginHref();
  return (
    <>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Wordmark size={18} />
        </span>
        <a className={buttonClass({ kind: 'ghost', size: 'large' })} href={login}>
          Login
        </a>
      </header>
      <main>
        <section className={styles.hero}>
          <div className={styles.words}>
            <p className={styles.slug}>INT. YOUR DESK - MORNING</p>
            <h1 className={styles.headline}>A quiet room and one bright page.</h1>
            <p className={styles.sentence}>
              Write your screenplay on real pages, bring in the drafts you have, and hand over a script that
              looks the way a production expects.
            </p>
            <div className={styles.actions}>
              <a className={buttonClass({ kind: 'primary', size: 'large' })} href={login}>
                Login
              </a>
              <a className={buttonClass({ kind: 'ghost', size: 'large' })} href="#features">
                Explore Features
                <ArrowDown size={16} strokeWidth={1.6} aria-hidden="true" />
              </a>
            </div>
          </div>
          <HeroPage />
        </section>
        <BreakShowcase />
        <FilesShowcase />
        <Features />
        <section className={styles.end}>
          <h2>Page one is waiting.</h2>
          <p>Sign in, and start with a blank page or the draft on your disk.</p>
          <a className={buttonClass({ kind: 'primary', size: 'large' })} href={login}>
            Login
          </a>
        </section>
      </main>
      <footer className={styles.footer}>
        <Wordmark size={12} />
        <span>For screenwriters, directors, producers and students</span>
      </footer>
    </>
  );
}
