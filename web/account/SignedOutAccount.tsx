import { useEffect } from 'react';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { loginFor } from '#web/session/auth.ts';
import { accountPath, loginDelayMs } from './rejectedCall.ts';
import styles from './SignedOutAccount.module.css';

/** Show a visitor that the page redirects to sign-in (docs/spec/account.md). */
export function SignedOutAccount() {
  useEffect(() => {
    const timer = setTimeout(() => pageNavigation.leaveTo(loginFor(accountPath)), loginDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.page} role="status">
      <p>You are logged out. Logging in again...</p>
    </main>
  );
}
