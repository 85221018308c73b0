import { type ComposedMail, composeMail, cutTo } from '#server/mail/composeMail.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { ShareRole } from '#shared/roles.ts';

/** Lifetime of an invitation. */
export const invitationDays = 7;

interface Named {
  email: string;
  firstName: string | null;
  lastName: string | null;
}

const may: Record<ShareRole, string> = {
  viewer: 'a viewer: you can read everything in it.',
  commenter: 'a commenter: you can read everything in it, comment, and use the assistant.',
  editor: 'an editor: you can write, plan, cast and generate.',
};

interface Invitation {
  inviter: Named;
  projectName: string;
  role: ShareRole;
  /** Page of the invitation. */
  href: string;
}

/** Compose the invitation. It is the same for addresses with and without an account. */
export function invitationMail({ inviter, projectName, role, href }: Invitation): ComposedMail {
  const name = shownName(inviter);
  const project = shownTitle(projectName);
  return composeMail({
    subject: `${name} invites you to ${project}`,
    heading: project,
    paragraphs: [
      `${name} (${inviter.email}) invites you to work on this project in Cold Open, as ${may[role]}`,
    ],
    action: { label: 'See the invitation', href },
    addresses: [inviter.email],
    notes: [
      `The invitation is for this address alone and open for ${invitationDays} days.`,
      'If you do not know who sent it, do nothing.',
    ],
  });
}

interface ToProject {
  person: Named;
  project: { id: number; name: string };
  publicUrl: string;
}

/** Compose the mail to the owner after someone joined. */
export function acceptedMail({
  person,
  project,
  publicUrl,
  role,
}: ToProject & { role: ShareRole }): ComposedMail {
  const name = shownName(person);
  return composeMail({
    subject: `${name} has joined ${shownTitle(project.name)}`,
    heading: shownTitle(project.name),
    paragraphs: [
      `${name} (${person.email}) has accepted your invitation and is now ${role === 'editor' ? 'an' : 'a'} ${role}.`,
    ],
    action: { label: 'Open the project', href: addressOf(publicUrl, project.id) },
    addresses: [person.email],
  });
}

/** Compose the mail to the new owner. */
export function transferMail({ person, project, publicUrl }: ToProject): ComposedMail {
  const name = shownName(person);
  return composeMail({
    subject: `${shownTitle(project.name)} is yours`,
    heading: shownTitle(project.name),
    paragraphs: [
      `${name} (${person.email}) has handed this project over to you. You own it now: you decide who has access, and you can delete it.`,
      `${name} stays as an editor.`,
    ],
    action: { label: 'Open the project', href: addressOf(publicUrl, project.id) },
    addresses: [person.email],
  });
}

/**
 * Compose the mail to the new owner after the former owner's account was deleted. It does not name
 * the former owner.
 */
export function inheritedMail({ project, publicUrl }: Omit<ToProject, 'person'>): ComposedMail {
  return composeMail({
    subject: `${shownTitle(project.name)} is yours`,
    heading: shownTitle(project.name),
    paragraphs: [
      'The owner of this project has deleted their account and handed the project over to you. You own it now: you decide who has access, and you can delete it.',
    ],
    action: { label: 'Open the project', href: addressOf(publicUrl, project.id) },
  });
}

function addressOf(publicUrl: string, projectId: number): string {
  return `${publicUrl}/projects/${encodeProjectId(projectId)}`;
}

function shownName({ firstName, lastName, email }: Named): string {
  const name = [firstName, lastName]
    .map((part) => part?.trim() ?? '')
    .filter(Boolean)
    .join(' ');
  return name || email;
}

/** Maximum characters of a title in a mail. */
const maxTitle = 80;

function shownTitle(name: string): string {
  return cutTo(name.trim(), maxTitle);
}
