import type { Role } from '#shared/roles.ts';

/**
 * Return the label of a role, such as "Editor". An unknown role is shown as "Owner" (decision
 * OQ-16).
 */
export function roleLabel(role: Role | undefined): string {
  const name = role ?? 'owner';
  return name.charAt(0).toUpperCase() + name.slice(1);
}
