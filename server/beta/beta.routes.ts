import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/lib/deps.ts';
import { tooManyRequests } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { limitPlaceOf } from '#server/lib/place.ts';
import { applyForBeta } from '#shared/contract/beta.ts';
import { addApplication } from './beta.service.ts';

/** Maximum per network and hour, including rejected applications. */
const applicationsPerHour = 5;

export function betaRoutes(app: FastifyInstance, { db, env, mail }: Deps): void {
  const limit = app.createRateLimit({
    max: applicationsPerHour,
    timeWindow: 3_600_000,
    keyGenerator: ({ ip }) => `beta:${limitPlaceOf(ip)}`,
  });

  mount(app, applyForBeta, 'open', async ({ body, request }) => {
    const state = await limit(request);
    if (!state.isAllowed && state.isExceeded) throw tooManyRequests(state.ttlInSeconds);
    const signup = await addApplication(db, env, body);
    void mail.send();
    return signup;
  });
}
