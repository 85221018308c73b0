/** Of an invitation to the product or to a project, and of a share: open, taken, or over. */
export const invitationStatuses = ['pending', 'accepted', 'expired'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];
