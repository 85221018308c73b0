import { roleLabel } from '#shared/roleLabel.ts';
import { type ShareRole, shareRoles } from '#shared/roles.ts';
import styles from './ShareDialog.module.css';

interface RoleSelectProps {
  /** Member's name for assistive technology. */
  label: string;
  role: ShareRole;
  isSmall?: boolean;
  onChange: (role: ShareRole) => void;
}

/** Choose a role of a member: every role except owner. */
export function RoleSelect({ label, role, isSmall = false, onChange }: RoleSelectProps) {
  return (
    <select
      className={isSmall ? `${styles.select} ${styles.small}` : styles.select}
      aria-label={label}
      value={role}
      onChange={({ target }) => {
        const chosen = shareRoles.find((each) => each === target.value);
        if (chosen) onChange(chosen);
      }}
    >
      {shareRoles.map((each) => (
        <option key={each} value={each}>
          {roleLabel(each)}
        </option>
      ))}
    </select>
  );
}
