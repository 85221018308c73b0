import { useUser } from '#web/session/auth.ts';
import { SinglePage } from '#web/session/SinglePage.tsx';
import { BrowsersSection } from './BrowsersSection.tsx';
import { CreditHistorySection } from './CreditHistorySection.tsx';
import { CreditsSection } from './CreditsSection.tsx';
import { DataSection } from './DataSection.tsx';
import { LimitSection } from './LimitSection.tsx';
import { PersonSection } from './PersonSection.tsx';
import { SignedOutAccount } from './SignedOutAccount.tsx';

/** Show a user's account. */
export function AccountScreen() {
  const user = useUser();
  if (!user) return <SignedOutAccount />;
  return (
    <SinglePage title="Account" back={{ href: '/', label: 'Projects' }}>
      <PersonSection user={user} />
      <CreditsSection />
      <LimitSection />
      <CreditHistorySection />
      <BrowsersSection />
      <DataSection user={user} />
    </SinglePage>
  );
}
