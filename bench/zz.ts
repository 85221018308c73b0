import { openBench, openBenchScript, storedScript } from './browser.ts';
import { placeOn, typeInTurns } from './typing.ts';
import { median } from './measure.ts';
const bench = await openBench();
const mk = async (size: number) => {
  const { page, action } = await openBenchScript(bench, await storedScript(bench, size), 'closed');
  await action.locator('[data-from]').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  const storing = async (act: () => Promise<void>) => {
    const answered = page.waitForResponse((r) => r.request().method() !== 'GET');
    await act();
    await (await answered).finished();
  };
  return placeOn(page, { name: `${size}`, of: 'ours', storing });
};
const work = async (p: any) => (await p.tool.send('Performance.getMetrics')).metrics.reduce((o: any, m: any) => ({ ...o, [m.name]: m.value }), {});
const a = await mk(10);
await typeInTurns([a], 3);
console.log('alone', median(a.times.Enter), median(a.work.Enter), median(a.times.key));
const others = [];
for (let n = 0; n < Number(process.argv[2] ?? 4); n++) others.push(await mk(4000));
for (const o of others) { o.before = await work(o); }
a.times.Enter.length = 0; a.work.Enter.length = 0; a.times.key.length = 0;
const t0 = Date.now();
await typeInTurns([a], 3);
console.log('with others', median(a.times.Enter), median(a.work.Enter), median(a.times.key), (Date.now() - t0) / 1000, 's');
for (const o of others) { const now = await work(o); console.log(Object.fromEntries(Object.entries(now).map(([k, v]) => [k, (v as number) - o.before[k]]).filter(([k]) => /Duration|Count/.test(k as string)))); }
a.times.Enter.length = 0; a.work.Enter.length = 0; a.times.key.length = 0;
await typeInTurns([a, ...others], 3);
console.log('in turns', median(a.times.Enter), median(a.work.Enter), median(a.times.key));

for (let i = 0; i < 18; i += 6) console.log(a.times.Enter.slice(i, i + 6).map((x) => x.toFixed(1)).join(' '), '|', a.work.Enter.slice(i, i + 6).map((x) => x.toFixed(1)).join(' '));
for (const o of others) for (let i = 0; i < 18; i += 6) console.log(o.times.Enter.slice(i, i + 6).map((x) => x.toFixed(1)).join(' '), '|', o.work.Enter.slice(i, i + 6).map((x) => x.toFixed(1)).join(' '));
await bench.stop();
