import { ArrowLeft, LogOut } from 'lucide-react';
import { logoutAddress, useUser } from '#web/lib/auth.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import styles from './AccountScreen.module.css';
import { BrowsersSection } from './BrowsersSection.tsx';
import { CreditHistorySection } from './CreditHistorySection.tsx';
import { CreditsSection } from './CreditsSection.tsx';
import { DataSection } from './DataSection.tsx';
import { PersonSection } from './PersonSection.tsx';
import { SignedOutAccount } from './SignedOutAccount.tsx';

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** What belongs to a person rather than to a project. */
export function AccountScreen() {
  const user = useUser();
  if (!user) return <SignedOutAccount />;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Wordmark size={17} />
        </span>
        <a className={buttonClass({ kind: 'ghost' })} href="/">
          <ArrowLeft {...icon} />
          Projects
        </a>
        <a className={buttonClass({ kind: 'ghost' })} href={logoutAddress}>
          <LogOut {...icon} />
          Logout
        </a>
      </header>
      <main>
        <h1 className={styles.title}>Account</h1>
        <PersonSection user={user} />
        <CreditsSection />
        <CreditHistorySection />
        <BrowsersSection />
        <DataSection user={user} />
      </main>
    </div>
  );
}
