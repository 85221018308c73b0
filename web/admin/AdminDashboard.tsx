import { useNavigate } from '@tanstack/react-router';
import { Tabs } from '#web/ui/Tabs.tsx';
import { ActivityList } from './ActivityList.tsx';
import { AdminFrame } from './AdminFrame.tsx';
import { UserList } from './UserList.tsx';

const sections = [
  { value: 'users', label: 'Users', content: <UserList /> },
  { value: 'activity', label: 'Activity', content: <ActivityList /> },
] as const;

/** Who is there and what they do; the address keeps the tab. */
export function AdminDashboard({ tab }: { tab?: string | undefined }) {
  const navigate = useNavigate();
  const { value } = sections.find((section) => section.value === tab) ?? sections[0];
  return (
    <AdminFrame title="Admin dashboard" other={{ label: 'Admin panel', href: '/admin' }}>
      <Tabs
        label="Sections"
        value={value}
        onValueChange={(chosen) => void navigate({ to: '/admin-dashboard', search: { tab: chosen } })}
        tabs={sections}
      />
    </AdminFrame>
  );
}
