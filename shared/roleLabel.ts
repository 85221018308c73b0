import type { Role } from '#shared/roles.ts';

/** "Editor"; "Owner" only where no role is known (decision OQ-16). */
export function roleLabel(role: Role | undefined): string {
  const name = role ?? 'owner';
  return name.charAt(0).toUpperCase() + name.slice(1);
}
