import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packagesToShip } from './release.ts';

const read = (file: string) => fs.readFileSync(file, 'utf8');
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** Variables that .env.sample lists. */
const variables = new Set(
  [...read('.env.sample').matchAll(/^# ([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name),
);

test('packagesToShip leaves out packages that only tests and the build need', () => {
  const shipped = packagesToShip(JSON.parse(read('package-lock.json')));
  expect(shipped).toEqual(
    expect.arrayContaining(['node_modules/fastify', 'node_modules/@electric-sql/pglite']),
  );
  expect(shipped.filter((folder) => /node_modules\/(vite|vitest|typescript|react)$/.test(folder))).toEqual(
    [],
  );
});

describe('deploy/', () => {
  test('sets only variables that the server reads, or their files', () => {
    const compose = /environment:\n((?: {4}[A-Z].*\n)+)/.exec(read('deploy/compose.yaml'))?.[1] ?? '';
    const kustomization = read('deploy/kubernetes/kustomization.yaml');
    const names = [
      ...[...compose.matchAll(/^ {4}([A-Z\d_]+):/gm)].map(([, name]) => name),
      ...[...kustomization.matchAll(/^ {6}- ([A-Z\d_]+)=/gm)].map(([, name]) => name),
      ...[...read('deploy/Containerfile').matchAll(/\b([A-Z]+(?:_[A-Z]+)*)=[\w./]+/g)]
        .map(([, name]) => name)
        .filter((name) => name !== 'BASE' && name !== 'RELEASE'),
    ];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !variables.has(name?.replace(/_FILE$/, '')))).toEqual([]);
  });

  test.runIf(has('kubectl'))(
    'kustomize builds the manifests; alive and ready are different questions',
    () => {
      const built = spawnSync('kubectl', ['kustomize', 'deploy/kubernetes'], { encoding: 'utf8' });
      expect(built.stderr).toBe('');
      const kinds = [...built.stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
      expect(kinds.sort()).toEqual(
        ['ConfigMap', 'Deployment', 'Ingress', 'Namespace', 'PodDisruptionBudget', 'Service'].sort(),
      );
      const pathOf = (probe: string) =>
        new RegExp(`${probe}:(?:\\n +.*){1,3}?path: (\\S+)`).exec(built.stdout)?.[1];
      expect([pathOf('livenessProbe'), pathOf('readinessProbe')]).toEqual([
        '/api/health/live',
        '/api/health/ready',
      ]);
    },
  );

  test.runIf(has('systemd-analyze'))('systemd accepts the unit', () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/cold-open.service'], {
      encoding: 'utf8',
    });
    const problems = stderr.split('\n').filter((line) => line.startsWith('cold-open.service'));
    // The release is not unpacked on this machine.
    expect(problems.filter((line) => !line.includes('/opt/cold-open/cold-open is not executable'))).toEqual(
      [],
    );
  });
});
