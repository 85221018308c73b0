import type { ReactNode } from 'react';
import { hrefOf, pagePath } from '#web/lib/basePath.ts';
import { loginFor, useUser } from '#web/session/auth.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { PlainPage } from '#web/ui/PlainPage.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import styles from './AdminFrame.module.css';

interface AdminFrameProps {
  title: string;
  /** Link to the other administration screen. */
  other: { label: string; href: string };
  children: ReactNode;
}

/** Frame all administration screens: other users see an explanation, and nothing is fetched. */
export function AdminFrame({ title, other, children }: AdminFrameProps) {
  const user = useUser();
  if (!user) {
    return (
      <PlainPage
        title="Admin Access Required"
        text="Sign in as an administrator to go on."
        actions={
          <a
            className={buttonClass({ kind: 'primary', size: 'large' })}
            href={loginFor(`${pagePath()}${window.location.search}`)}
          >
            Login
          </a>
        }
      />
    );
  }
  if (!user.isAdmin) {
    return (
      <PlainPage
        title="Access Denied"
        text="You don't have permission to access the admin dashboard."
        actions={
          <a className={buttonClass({ kind: 'primary', size: 'large' })} href={hrefOf('/')}>
            Go to your projects
          </a>
        }
      />
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a href={hrefOf('/')} aria-label="Cold Open, your projects">
          <Wordmark size={15} />
        </a>
        <h1 className={styles.title}>{title}</h1>
        <a className={buttonClass({ kind: 'ghost', className: styles.other })} href={hrefOf(other.href)}>
          {other.label}
        </a>
      </header>
      <main>{children}</main>
    </div>
  );
}
