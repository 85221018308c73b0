import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { errorTexts } from '#shared/errors.ts';
import { projectIdCode } from '#shared/projectId.ts';
import { type Ability, may, type Role } from '#shared/roles.ts';
import { forbidden, notFound, unauthorized } from './errors.ts';
import { cookieOptions, doorOf, rollSession, sessionIn } from './session.ts';

/**
 * Who may make a call.
 * - 'open': nobody is looked up, not even the session (health, documents).
 * - 'anyone': a visitor, or a user who is then known to the handler.
 * - 'user', 'admin'.
 * - can: a member of the project of the path's :id whose role has the ability.
 * - can and find: the same for a child's id; `find` tells whose child it is.
 */
export type Access = 'open' | 'anyone' | 'user' | 'admin' | ProjectRule;

export interface ProjectRule<Params = never> {
  can: Ability;
  find?: (db: Db, params: Params) => Promise<{ projectId: number } | null | undefined>;
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
}

export interface Admission {
  user: Person | null;
  project: ProjectAccess | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route under /api names who may call it; the server does not start otherwise. */
    access?: Access;
    /** The parsed path parameters, or the thing that is not found. Set by mount. */
    parseParams?: (raw: unknown) => unknown;
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
  const door = doorOf(db);

  async function admit(request: FastifyRequest, reply: FastifyReply, projectId?: number): Promise<Admission> {
    const carried = sessionIn(request.cookies);
    const found = carried ? await door(carried.secret, projectId) : null;
    if (!carried || found?.person.cookie !== carried.name) return { user: null, project: null };
    const { sid, startedAt, userId, cookie, ...names } = found.person;
    const session = { sid, startedAt: new Date(startedAt) };
    const maxAge = await rollSession(db, { ...session, expire: found.expire });
    if (maxAge !== null) {
      reply.setCookie(carried.name, carried.secret, { ...cookieOptions(publicUrl), maxAge });
    }
    const isAdmin = adminEmails.includes(names.email);
    return { user: { id: userId, ...names, isAdmin, session }, project: found.project };
  }

  async function admitMember(rule: ProjectRule, request: FastifyRequest, reply: FastifyReply) {
    const pathId = rule.find ? undefined : projectIdOf(request);
    const first = await admit(request, reply, pathId ?? undefined);
    if (!first.user) throw unauthorized();
    if (!rule.find) {
      if (!first.project) throw notFound('Project');
      return first;
    }
    const params = request.routeOptions.config.parseParams?.(request.params);
    const found = await rule.find(db, params as never);
    const member = found ? await admit(request, reply, found.projectId) : null;
    if (!member?.project) throw notFound(rule.thing ?? 'Project');
    return member;
  }

  return async function checkAccess(request, reply) {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'open') return;
    if (typeof access === 'object') {
      const member = await admitMember(access, request, reply);
      if (!member.project || !may(member.project.role, access.can)) throw forbidden();
      admissions.set(request, member);
      return;
    }
    const admitted = await admit(request, reply);
    if (!admitted.user && access !== 'anyone') throw unauthorized();
    if (access === 'admin' && !admitted.user?.isAdmin) throw forbidden(errorTexts.notAdministrator);
    admissions.set(request, admitted);
  };
}

/** The number that the path's :id stands for; null when it stands for none. */
function projectIdOf(request: FastifyRequest): number | null {
  const { id } = request.params as { id?: string };
  const parsed = projectIdCode.safeParse(id);
  return parsed.success ? parsed.data : null;
}
