import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files with long tests, of all tests that run on both databases. */
const longTests = [
  'server/kills.test.ts',
  'server/db/crash.test.ts',
  'server/ai/crash.test.ts',
  'server/billing/histories.test.ts',
  'server/script/edits.random.test.ts',
  'server/script/scriptSlice.test.ts',
  'server/db/heldRows.test.ts',
  'screenplay/fdx/marks.test.ts',
  'screenplay/plan.random.test.ts',
  'test/fuzz/fuzz.test.ts',
];

/**
 * Start the longest files first, so that none of them runs alone at the end. In a new checkout
 * Vitest knows no durations and sorts files by size.
 */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      longTests.includes(path.relative(this.ctx.config.root, moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
