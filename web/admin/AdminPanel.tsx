import { useNavigate } from '@tanstack/react-router';
import { Tabs } from '#web/ui/Tabs.tsx';
import styles from './AdminFrame.module.css';
import { AdminFrame } from './AdminFrame.tsx';
import { BetaApplications } from './BetaApplications.tsx';
import { CreateInvitation } from './CreateInvitation.tsx';
import { UserInvitations } from './UserInvitations.tsx';

const sections = [
  { value: 'beta-applications', label: 'Beta Applications', content: <BetaApplications /> },
  { value: 'user-invitations', label: 'User Invitations', content: <UserInvitations /> },
  { value: 'create-invitation', label: 'Create Invitation', content: <CreateInvitation /> },
] as const;

const dashboard = { label: 'Admin dashboard', href: '/admin-dashboard' };

/** Show beta applications and invitations. An unknown tab shows the first one. */
export function AdminPanel({ tab }: { tab?: string | undefined }) {
  const navigate = useNavigate();
  const { value } = sections.find((section) => section.value === tab) ?? sections[0];
  return (
    <AdminFrame title="Admin panel" other={dashboard}>
      <Tabs
        label="Sections"
        value={value}
        onValueChange={(chosen) => void navigate({ to: '/admin/{-$tab}', params: { tab: chosen } })}
        tabs={sections}
      />
    </AdminFrame>
  );
}

/** Show the same sections on one page. */
export function LegacyAdminPanel() {
  return (
    <AdminFrame title="Admin panel" other={dashboard}>
      <div className={styles.sections}>
        {sections.map(({ value, label, content }) => (
          <div key={value} className={styles.section}>
            <h2>{label}</h2>
            {content}
          </div>
        ))}
      </div>
    </AdminFrame>
  );
}
