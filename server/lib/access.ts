import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { runAsReader } from '#server/db/readsBetween.ts';
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
 * Access rule of an endpoint.
 *
 * - 'open': no session is looked up (health, documents).
 *
 * - 'anyone': visitors, and signed-in users, whom the handler then receives.
 *
 * - 'user', 'admin'.
 *
 * - { can }: members of the project with the path's :id whose role has the ability.
 *
 * - { can, child }: the same, with :id as the id of a row in the table `child`.
 */
export type Access = 'open' | 'anyone' | 'user' | 'admin' | ProjectRule;

export interface ProjectRule {
  can: Ability;
  child?: ChildTable;
  /** Name of the missing object in the error, as in "Scene not found". */
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
    /** Access rule. The server does not start if a route below /api has none. */
    access?: Access;
  }
}

const admissions = new WeakMap<FastifyRequest, Admission>();

/**
 * Return the user and project that the access check found, for routes that are not created by
 * mount.
 */
export function admission(request: FastifyRequest): Admission {
  return admissions.get(request) ?? { user: null, project: null };
}

export interface GuardOptions {
  db: Db;
  publicUrl: string;
  adminEmails: readonly string[];
}

/**
 * Create the hook that checks the access of each call before its body is read, so that uploads of
 * strangers cost nothing. Rejects with 401 without a session, 404 when the caller may not see the
 * object or it does not exist, and 403 when the role is insufficient.
 */
export function guard({ db, publicUrl, adminEmails }: GuardOptions): onRequestAsyncHookHandler {
  const door = createSessionLookup(db);

  /** Look a session up. The row of a child may be changed by a transaction that has not ended. */
  function lookUp(secret: string, place?: ProjectReference) {
    if (place?.child) return door(secret, place);
    return runAsReader(place?.id ?? null, () => door(secret, place));
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    place?: ProjectReference,
  ): Promise<Admission> {
    const carried = sessionIn(request.cookies, publicUrl);
    const found = carried ? await lookUp(carried.secret, place) : null;
    if (!carried || found?.person.cookie !== carried.name) return { user: null, project: null };
    const { sid, startedAt, seenAt, userId, cookie, ...names } = found.person;
    const session = { sid, startedAt: new Date(startedAt) };
    const maxAge = await rollSession(
      db,
      { ...session, seenAt, expire: found.expire, now: found.now },
      request,
    );
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

/** Return the row id from the path's :id. Null: it is not a valid id. */
function rowIdOf(request: FastifyRequest): number | null {
  const parsed = RowParams.safeParse(request.params);
  return parsed.success ? parsed.data.id : null;
}

/** Return the project id from the path's :id. Null: it is not a valid id. */
function projectIdOf(request: FastifyRequest): number | null {
  const { id } = request.params as { id?: string };
  const parsed = projectIdCode.safeParse(id);
  return parsed.success ? parsed.data : null;
}
