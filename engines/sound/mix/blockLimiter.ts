/**
 * Limits blocks to a ceiling. The gain changes linearly from block to block and never exceeds what
 * either neighbour allows, so nothing clips or jumps. One block is delayed, because its final gain
 * depends on the next block.
 */
export class BlockLimiter {
  readonly #ceiling: number;
  #held: { block: Float32Array<ArrayBuffer>; need: number } | null = null;
  /** The gain at the start of the delayed block. */
  #gain = 1;

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
  }

  /** Accept a block and return the previous one; null for the first. */
  push(block: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> | null {
    const need = this.#needOf(block);
    const ready = this.#release(need);
    if (!ready) this.#gain = need;
    this.#held = { block, need };
    return ready;
  }

  /** Return the last block; null if there was none. */
  flush(): Float32Array<ArrayBuffer> | null {
    const last = this.#release(1);
    this.#held = null;
    return last;
  }

  #release(nextNeed: number): Float32Array<ArrayBuffer> | null {
    if (!this.#held) return null;
    const { block, need } = this.#held;
    const end = Math.min(need, nextNeed);
    if (this.#gain < 1 || end < 1) {
      const step = (end - this.#gain) / block.length;
      for (let index = 0; index < block.length; index++) {
        block[index] = (block[index] as number) * (this.#gain + step * index);
      }
    }
    this.#gain = end;
    return block;
  }

  #needOf(block: Float32Array): number {
    let peak = 0;
    for (const sample of block) peak = Math.max(peak, Math.abs(sample));
    return peak > this.#ceiling ? this.#ceiling / peak : 1;
  }
}
