import { AdminDashboard } from './AdminDashboard.tsx';
import { AdminPanel, LegacyAdminPanel } from './AdminPanel.tsx';

interface AdminScreensProps {
  screen: 'panel' | 'legacy' | 'dashboard';
  tab?: string | undefined;
}

/**
 * Show an administration screen. They load as one module, because only administrators need them.
 */
export function AdminScreens({ screen, tab }: AdminScreensProps) {
  if (screen === 'legacy') return <LegacyAdminPanel />;
  return screen === 'panel' ? <AdminPanel tab={tab} /> : <AdminDashboard tab={tab} />;
}
