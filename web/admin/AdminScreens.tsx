import { AdminDashboard } from './AdminDashboard.tsx';
import { AdminPanel, LegacyAdminPanel } from './AdminPanel.tsx';

interface AdminScreensProps {
  screen: 'panel' | 'legacy' | 'dashboard';
  tab?: string | undefined;
}

/** The screens of administrators, which come as one part: nobody else needs any of them. */
export function AdminScreens({ screen, tab }: AdminScreensProps) {
  if (screen === 'legacy') return <LegacyAdminPanel />;
  return screen === 'panel' ? <AdminPanel tab={tab} /> : <AdminDashboard tab={tab} />;
}
