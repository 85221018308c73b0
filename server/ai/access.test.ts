import { expect, test } from 'vitest';
import type { HttpError } from '#server/lib/errors.ts';
import { type AiAccess, aiAccesses } from '#shared/contract/projects.ts';
import { requireAi } from './access.ts';

const off = [403, 'AI is switched off in this project.'];
const readsOnly = [403, 'AI may read this project, but not suggest changes.'];

const resultOf = (access: AiAccess, what: 'read' | 'suggest') => {
  try {
    requireAi(access, what);
    return 'allowed';
  } catch (error) {
    const { status, message } = error as HttpError;
    return [status, message];
  }
};

test.each(['read', 'suggest'] as const)(
  "requireAi('%s') allows or rejects the call with a reason for each access level",
  (what) => {
    expect(aiAccesses.map((access) => resultOf(access, what))).toEqual(
      what === 'read' ? [off, 'allowed', 'allowed'] : [off, readsOnly, 'allowed'],
    );
  },
);
