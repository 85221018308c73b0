/** Project roles, weakest first. */
export const roles = ['viewer', 'commenter', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Roles of members and invitations. The owner has no share. */
export const shareRoles = ['viewer', 'commenter', 'editor'] as const satisfies readonly Role[];
export type ShareRole = (typeof shareRoles)[number];

/** Ability that an endpoint requires (decision OQ-16). */
export type Ability = 'read' | 'comment' | 'write' | 'own';

const abilities: Record<Role, readonly Ability[]> = {
  viewer: ['read'],
  commenter: ['read', 'comment'],
  editor: ['read', 'comment', 'write'],
  owner: ['read', 'comment', 'write', 'own'],
};

export function may(role: Role, ability: Ability): boolean {
  return abilities[role].includes(ability);
}
