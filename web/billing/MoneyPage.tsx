import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { SinglePage } from '#web/session/SinglePage.tsx';
import { configQuery } from './billing.data.ts';
import styles from './MoneyPage.module.css';

interface MoneyPageProps {
  title: string;
  back?: { href: string; label: string };
  children: ReactNode;
}

const account = { href: '/account', label: 'Account' };

/**
 * Show a page about money, with a label in test mode, where no card is charged (decision OQ-46).
 */
export function MoneyPage({ title, back = account, children }: MoneyPageProps) {
  const { data: config } = useQuery(configQuery);
  useFreshOnReturn();
  return (
    <SinglePage title={title} back={back} mark={config?.paymentsMode === 'test' && <TestMark />}>
      {children}
    </SinglePage>
  );
}

/**
 * Reload a page that the browser restores from before a payment: its form and balance are outdated.
 */
function useFreshOnReturn(): void {
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) pageNavigation.reload();
    };
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);
}

function TestMark() {
  return (
    <p className={styles.mark}>
      <strong>Test mode</strong> No card is charged.
    </p>
  );
}
