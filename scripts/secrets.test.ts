import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Secret variables of the server (server/env.ts, server/envProviders.ts). Browsers have no use for
 * their names either.
 */
const secretNames =
  /\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)*_(KEY|SECRET|TOKEN|PASSWORD)\b|\bADMIN_EMAILS\b|\bDATABASE_URL\b|\bSMTP_URL\b/g;

/** Keys of the payment provider and of OpenAI-compatible services. */
const secretValues = /\b(sk|rk)_(live|test)_\w+|\bwhsec_\w+|\bsk-[\w-]{20,}/g;

test('build for browsers contains no secrets and no names of secrets', () => {
  const named = ['server/env.ts', 'server/envProviders.ts'].flatMap(
    (file) => fs.readFileSync(file, 'utf8').match(secretNames) ?? [],
  );
  expect(named).toEqual(
    expect.arrayContaining(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'OPENAI_API_KEY']),
  );
  const folder = path.resolve('dist/web');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|html|css|json)$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    const found = [...new Set(named)].filter((secret) => text.includes(secret));
    expect([name, ...found, ...(text.match(secretValues) ?? [])]).toEqual([name]);
  }
});
