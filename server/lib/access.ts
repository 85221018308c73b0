import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { RowParams } from '#shared/contract/fields.ts';
import { errorTexts } from '#shared/errors.ts';
import { revisionHeader } from '#shared/headers.ts';
import { projectIdCode } from '#shared/projectId.ts';
import { type Ability, may, type Role } from '#shared/roles.ts';
import { forbidden, notFound, unauthorized } from './errors.ts';
import {
  type ChildTable,
  cookieOptions,
  createSessionLookup,
  type ProjectReference,
  rollSession,
  sessionIn,
} from './session.ts';

/**
 * Permission rule of a call.
 * - 'open': no session is looked up (health, documents).
 * - 'anyone': visitors, and users, who are then known to the handler.
 * - 'user', 'admin'.
 * - can: members of the project of the path's :id whose role has the ability.
 * - can and child: the same for the id of a row in the table `child`.
 */
export type Access = 'open' | 'anyone' | 'user' | 'admin' | ProjectRule;

export interface ProjectRule {
  can: Ability;
  child?: ChildTable;
  /** Name of the path's last id, for "Scene not found". */
  thing?: string;
}

/** The signed-in user. */
export interface Person {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  session: { sid: string; startedAt: Date };
}

/** The project of a call, and the caller's role in it. */
export interface ProjectAccess {
  id: number;
  role: Role;
  /** Revision of the project when the call arrived. */
  revision: number;
  /** Revision of the script alone. */
  scriptRevision: number;
}

export interface Admission {
  user: Person | null;
  project: ProjectAccess | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route below /api names its rule; otherwise the server does not start. */
    access?: Access;
  }
}

const admissions = new WeakMap<FastifyRequest, Admission>();

/** Return the user and project that the guard found. For routes that mount does not create. */
export function admission(request: FastifyRequest): Admission {
  return admissions.get(request) ?? { user: null, project: null };
}

export interface GuardOptions {
  db: Db;
  publicUrl: string;
  adminEmails: readonly string[];
}

/**
 * Create the hook that checks each call before its body is read, so that a stranger's upload costs
 * nothing. Rejects with 401 without a session, 404 for what the caller may not see or what does not
 * exist, and 403 for an insufficient role.
 */
export function guard({ db, publicUrl, adminEmails }: GuardOptions): onRequestAsyncHookHandler {
  const door = createSessionLookup(db);

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    place?: ProjectReference,
  ): Promise<Admission> {
    const carried = sessionIn(request.cookies);
    const found = carried ? await door(carried.secret, place) : null;
    if (!carried || found?.person.cookie !== carried.name) return { user: null, project: null };
    const { sid, startedAt, seenAt, userId, cookie, ...names } = found.person;
    const session = { sid, startedAt: new Date(startedAt) };
    const maxAge = await rollSession(db, { ...session, seenAt, expire: found.expire }, request);
    if (maxAge !== null) {
      reply.setCookie(carried.name, carried.secret, { ...cookieOptions(publicUrl), maxAge });
    }
    const isAdmin = adminEmails.includes(names.email);
    return { user: { id: userId, ...names, isAdmin, session }, project: found.project };
  }

  async function admitMember(rule: ProjectRule, request: FastifyRequest, reply: FastifyReply) {
    const { child = null } = rule;
    const id = child === null ? projectIdOf(request) : rowIdOf(request);
    const member = await admit(request, reply, id === null ? undefined : { child, id });
    if (!member.user) throw unauthorized();
    if (!member.project) throw notFound(rule.thing ?? 'Project');
    return member;
  }

  return async function checkAccess(request, reply) {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'open') return;
    if (typeof access === 'object') {
      const member = await admitMember(access, request, reply);
      if (!member.project || !may(member.project.role, access.can)) throw forbidden();
      admissions.set(request, member);
      reply.header(revisionHeader, member.project.revision);
      return;
    }
    const admitted = await admit(request, reply);
    if (!admitted.user && access !== 'anyone') throw unauthorized();
    if (access === 'admin' && !admitted.user?.isAdmin) throw forbidden(errorTexts.notAdministrator);
    admissions.set(request, admitted);
  };
}

/** Return the row id of the path's :id; null if it is none. */
function rowIdOf(request: FastifyRequest): number | null {
  const parsed = RowParams.safeParse(request.params);
  return parsed.success ? parsed.data.id : null;
}

/** Return the project id of the path's :id; null if it is none. */
function projectIdOf(request: FastifyRequest): number | null {
  const { id } = request.params as { id?: string };
  const parsed = projectIdCode.safeParse(id);
  return parsed.success ? parsed.data : null;
}
