import { setImmediate, setTimeout } from 'node:timers/promises';

/** Milliseconds that the loop of this thread was held, at most. */
export interface Hold {
  /** Time by the clock. */
  wall: number;
  /** CPU time of the thread: it stands still while another process runs. */
  own: number;
}

/** The longest turns of the loop while something was done; the two need not be the same turn. */
export async function maxHold(work: () => Promise<unknown>): Promise<Hold> {
  await setTimeout(50);
  const hold: Hold = { wall: 0, own: 0 };
  let isDone = false;
  const watching = (async () => {
    let [wall, own] = [performance.now(), ownMs()];
    while (!isDone) {
      await setImmediate();
      const [wallNow, ownNow] = [performance.now(), ownMs()];
      hold.wall = Math.max(hold.wall, wallNow - wall);
      hold.own = Math.max(hold.own, ownNow - own);
      [wall, own] = [wallNow, ownNow];
    }
  })();
  try {
    await work();
    await setTimeout(20);
  } finally {
    isDone = true;
    await watching;
  }
  return hold;
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
