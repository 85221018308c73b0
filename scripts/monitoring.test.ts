import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '#server/lib/metrics.ts';
import { withDiskMetrics } from '#server/storage/measured.ts';

/** Return all metrics of the server, and those that a monitor adds. */
function metricNames(): Set<string> {
  const { registry, observe } = createMetrics();
  withDiskMetrics({} as Parameters<typeof withDiskMetrics>[0], registry);
  observe({
    version: '0.0.0',
    readNode: () => ({ memory: {}, pools: [], queues: {}, live: { rooms: 0, connections: {} as never } }),
    parts: () => ({}),
    diskFreeBytes: async () => null,
    certificates: () => [],
    readWorkload: async () => Promise.reject(new Error('no database')),
  });
  const own = registry
    .getMetricsAsArray()
    .flatMap(({ name, type }) =>
      (type as unknown as string) === 'histogram'
        ? ['_bucket', '_sum', '_count'].map((end) => name + end)
        : [name],
    );
  return new Set([...own, 'up']);
}

const keywords = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'offset', 'bool']);

/** Return the metrics in an expression of Prometheus. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"|'[^']*'/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z_][\w:]*\b(?!\s*\()/gi)]
    .map(([name]) => name)
    .filter((name) => !keywords.has(name));
}

/** Return the values of `expr` in a file of alert rules, of one line or folded. */
function alertExpressions(): string[] {
  const rules = fs.readFileSync('deploy/monitoring/alerts.yaml', 'utf8');
  return [...rules.matchAll(/^ +expr: (?:>-\n((?: {10}.*\n)+)|(.+)\n)/gm)].map(
    ([, folded, line]) => folded ?? line ?? '',
  );
}

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(fs.readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

test('metricsIn returns the metrics of an expression, without functions and labels', () => {
  const expression = 'sum by (le) (rate(a_total{status=~"5.."}[5m])) / max(b) > 2 * c and on (x) d';
  expect(metricsIn(expression)).toEqual(['a_total', 'b', 'c', 'd']);
});

describe('deploy/monitoring', () => {
  test('has an expression for each alert', () => {
    const alerts = fs.readFileSync('deploy/monitoring/alerts.yaml', 'utf8').match(/- alert: /g);
    expect(alertExpressions()).toHaveLength(alerts?.length ?? 0);
    expect(alertExpressions().length).toBeGreaterThan(10);
  });

  test.each([
    ['alerts.yaml', alertExpressions],
    ['dashboard.json', dashboardExpressions],
  ])('%s names only metrics that the server has', (_, expressions) => {
    const names = metricNames();
    expect(expressions().flatMap((each) => metricsIn(each).filter((name) => !names.has(name)))).toEqual([]);
  });

  test.each([
    ['alerts.yaml', alertExpressions],
    ['dashboard.json', dashboardExpressions],
  ])('%s selects the job of each metric, because other programs have metrics of these names', (_, all) => {
    const selected = (expression: string) => expression.match(/\{job="cold-open"[,}]/g) ?? [];
    const unselected = all().filter((each) => selected(each).length !== metricsIn(each).length);
    expect(unselected).toEqual([]);
  });

  test('alerts.yaml tells slow calls of the server from those of models and clients', () => {
    const slow = alertExpressions().filter((each) => each.includes('http_slow_calls_total{'));
    expect(slow.some((each) => each.includes('reason!~"model|thread|receiving|sending"'))).toBe(true);
    expect(alertExpressions().some((each) => /duration_seconds_bucket/.test(each))).toBe(false);
  });

  test('alerts.yaml has an alert for a backup that was never made', () => {
    const time = 'backup_last_success_timestamp_seconds{job="cold-open"}';
    expect(alertExpressions()).toContain(`absent(${time} > 0)`);
    expect(alertExpressions()).toContain(`time() - max(${time} > 0) > 36 * 3600`);
  });

  test('dashboard.json shows each metric of the product', () => {
    const shown = new Set(dashboardExpressions().flatMap(metricsIn));
    const isShown = (name: string) => ['', '_bucket', '_sum', '_count'].some((end) => shown.has(name + end));
    const { registry, observe } = createMetrics();
    observe({} as never);
    const own = registry.getMetricsAsArray().filter(({ name }) => !/^(process|nodejs)_/.test(name));
    expect(own.map(({ name }) => name).filter((name) => !isShown(name))).toEqual([]);
  });
});
