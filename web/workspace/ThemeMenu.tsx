import { ChevronDown, Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, themes } from '#web/lib/theme.ts';
import { useTheme } from '#web/lib/useTheme.ts';
import { Menu, MenuRadioGroup, MenuRadioItem } from '#web/ui/Menu.tsx';
import { entryClass } from './SidebarEntry.tsx';
import styles from './ThemeMenu.module.css';

const looks = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
} as const;

export function ThemeMenu({ isNarrow }: { isNarrow: boolean }) {
  const { theme, setTheme } = useTheme();
  const { label, Icon } = looks[theme];
  return (
    <Menu
      side={isNarrow ? 'right' : 'top'}
      align="start"
      trigger={
        <button className={entryClass(isNarrow)} type="button" aria-label={`Theme: ${label}`}>
          <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
          {!isNarrow && (
            <>
              {label}
              <ChevronDown className={styles.arrow} size={14} strokeWidth={1.6} aria-hidden="true" />
            </>
          )}
        </button>
      }
    >
      <MenuRadioGroup<Theme> label="Theme" value={theme} onValueChange={setTheme}>
        {themes.map((each) => {
          const { label: name, Icon: Mark } = looks[each];
          return (
            <MenuRadioItem<Theme>
              key={each}
              value={each}
              icon={<Mark size={16} strokeWidth={1.6} aria-hidden="true" />}
            >
              {name}
            </MenuRadioItem>
          );
        })}
      </MenuRadioGroup>
    </Menu>
  );
}
