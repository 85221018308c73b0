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
 * Who may make a call.
 * - 'open': nobody is looked up, not even the session (health, documents).
 * - 'anyone': a visitor, or a user who is then known to the handler.
 * - 'user', 'admin'.
 * - can: a member of the project of the path's :id whose role has the ability.
 * - can and child: the same for the id of a row; `child` is the table that it stands in.
 */
export type Access = 'open' | 'anyone' | 'user' | 'admin' | ProjectRule;

export interface ProjectRule {
  can: Ability;
  child?: ChildTable;
  /** What the path's last id names, for "Scene not found". */
  thing?: string;
}

/** The signed-in person. */
export interface Person {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  session: { sid: string; startedAt: Date };
}

/** The project a call is about, and what the caller is in it. */
export interface ProjectAccess {
  id: number;
  role: Role;
  /** As it stood when the call came in. */
  revision: number;
  /** The same of the script alone. */
  scriptRevision: number;
}

export interface Admission {
  user: Person | null;
  project: ProjectAccess | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route under /api names who may call it; the server does not start otherwise. */
    access?: Access;
  }
}

const admissions = new WeakMap<FastifyRequest, Admission>();

/** What the door found out about a request. For routes that mount does not make. */
export function admission(request: FastifyRequest): Admission {
  return admissions.get(request) ?? { user: null, project: null };
}

export interface GuardOptions {
  db: Db;
  publicUrl: string;
  adminEmails: readonly string[];
}

/**
 * The door: runs before a body is read, so a stranger's upload costs nothing. In this order: 401 without a
 * session, 404 for what the caller may not see or what is not there, 403 for too little role.
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

/** The row that the path's :id names; null when it can be none. */
function rowIdOf(request: FastifyRequest): number | null {
  const parsed = RowParams.safeParse(request.params);
  return parsed.success ? parsed.data.id : null;
}

/** The number that the path's :id stands for; null when it stands for none. */
function projectIdOf(request: FastifyRequest): number | null {
  const { id } = request.params as { id?: string };
  const parsed = projectIdCode.safeParse(id);
  return parsed.success ? parsed.data : null;
}
