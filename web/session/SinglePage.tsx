import { ArrowLeft, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { hrefOf } from '#web/lib/basePath.ts';
import { logoutAddress } from '#web/session/auth.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import styles from './SinglePage.module.css';

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface SinglePageProps {
  title: string;
  /** Link to the previous page. It loads that page, which may have another content policy. */
  back: { href: string; label: string };
  /** Content next to the title. */
  mark?: ReactNode;
  children: ReactNode;
}

/** Show a personal page, outside of any project. */
export function SinglePage({ title, back, mark, children }: SinglePageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Wordmark size={17} />
        </span>
        <a className={buttonClass({ kind: 'ghost' })} href={hrefOf(back.href)}>
          <ArrowLeft {...icon} />
          {back.label}
        </a>
        <a className={buttonClass({ kind: 'ghost' })} href={logoutAddress}>
          <LogOut {...icon} />
          Logout
        </a>
      </header>
      <main>
        <div className={styles.titleRow}>
          <h1 className={styles.title}>{title}</h1>
          {mark}
        </div>
        {children}
      </main>
    </div>
  );
}
