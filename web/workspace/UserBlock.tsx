import { LogOut, UserRound } from 'lucide-react';
import { roleLabel } from '#shared/roleLabel.ts';
import type { Role } from '#shared/roles.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { logoutAddress, useUser } from '#web/session/auth.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { entryClass, SidebarEntry } from './SidebarEntry.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import styles from './UserBlock.module.css';

/** Show the signed-in user, the role in this project, and links to personal screens. */
export function UserBlock({ role, isNarrow }: { role: Role | undefined; isNarrow: boolean }) {
  const user = useUser();
  return (
    <div className={isNarrow ? `${styles.block} ${styles.narrow}` : styles.block}>
      {user && (
        <div className={styles.person}>
          <Avatar person={user} size={isNarrow ? 28 : 30} />
          {!isNarrow && (
            <div className={styles.words}>
              <p className={styles.email} title={user.email}>
                {user.email}
              </p>
              <p className={styles.role}>{roleLabel(role)}</p>
            </div>
          )}
        </div>
      )}
      <ThemeMenu isNarrow={isNarrow} />
      <SidebarEntry label="Manage Account" isNarrow={isNarrow}>
        <a
          className={entryClass(isNarrow)}
          href={hrefOf('/account')}
          aria-label={isNarrow ? 'Manage Account' : undefined}
        >
          <UserRound size={16} strokeWidth={1.6} aria-hidden="true" />
          {!isNarrow && 'Manage Account'}
        </a>
      </SidebarEntry>
      <SidebarEntry label="Logout" isNarrow={isNarrow}>
        <a className={entryClass(isNarrow)} href={logoutAddress} aria-label={isNarrow ? 'Logout' : undefined}>
          <LogOut size={16} strokeWidth={1.6} aria-hidden="true" />
          {!isNarrow && 'Logout'}
        </a>
      </SidebarEntry>
    </div>
  );
}
