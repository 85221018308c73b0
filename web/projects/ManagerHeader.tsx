import { LogOut, Monitor, Moon, ShieldCheck, Sun, UserRound } from 'lucide-react';
import { hrefOf } from '#web/lib/basePath.ts';
import { type Theme, themes } from '#web/lib/theme.ts';
import { useTheme } from '#web/lib/useTheme.ts';
import { logoutAddress, useUser } from '#web/session/auth.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuRadioGroup, MenuRadioItem } from '#web/ui/Menu.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import styles from './ManagerHeader.module.css';

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

const looks = {
  light: { label: 'Light', picture: <Sun {...icon} /> },
  dark: { label: 'Dark', picture: <Moon {...icon} /> },
  system: { label: 'System', picture: <Monitor {...icon} /> },
};

export function ManagerHeader() {
  const { theme, setTheme } = useTheme();
  const isAdmin = useUser()?.isAdmin;
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Wordmark size={17} />
      </div>
      <Menu
        trigger={
          <IconButton label={`Theme: ${looks[theme].label}`} className={styles.control}>
            {looks[theme].picture}
          </IconButton>
        }
      >
        <MenuRadioGroup<Theme> label="Theme" value={theme} onValueChange={setTheme}>
          {themes.map((each) => (
            <MenuRadioItem<Theme> key={each} value={each} icon={looks[each].picture}>
              {looks[each].label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </Menu>
      {isAdmin && (
        <a className={buttonClass({ kind: 'ghost', className: styles.control })} href={hrefOf('/admin')}>
          <ShieldCheck {...icon} />
          <span className={styles.label}>Admin</span>
        </a>
      )}
      <a className={buttonClass({ kind: 'ghost', className: styles.control })} href={hrefOf('/account')}>
        <UserRound {...icon} />
        <span className={styles.label}>Account</span>
      </a>
      <a className={buttonClass({ kind: 'ghost', className: styles.control })} href={logoutAddress}>
        <LogOut {...icon} />
        <span className={styles.label}>Logout</span>
      </a>
    </header>
  );
}
