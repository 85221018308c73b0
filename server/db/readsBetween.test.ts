import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preparedDataBlob } from '#test/preparedData.ts';
import { PreparedPGlite } from './preparedPglite.ts';
import { isPlainRead, runAsReader } from './readsBetween.ts';

let client: PreparedPGlite;
beforeAll(async () => {
  client = await PreparedPGlite.open({ loadDataDir: await preparedDataBlob(), relaxedDurability: true });
  await client.exec('create table lines (id int primary key, words text)');
});
afterAll(() => client.close());
beforeEach(() => client.exec(`truncate lines; insert into lines values (1, 'Rain.')`));

const readLines = async () => (await client.query<{ words: string }>('select words from lines')).rows;

/** Run `during` while a transaction of project 1 is open, and roll that back or commit it. */
async function inTransaction(
  during: (tx: {
    write(words: string): Promise<unknown>;
    letOthersRead: typeof client.letOthersRead;
  }) => Promise<void>,
): Promise<void> {
  await client.transaction((tx) =>
    during({
      write: (words) => tx.query('update lines set words = $1', [words]),
      letOthersRead: (projectId, work) => client.letOthersRead(projectId, work),
    }),
  );
}

describe('letOthersRead', () => {
  test('lets a reader of another project read before the transaction ends', async () => {
    await inTransaction(async ({ letOthersRead }) => {
      await letOthersRead(1, async () => {
        expect(await runAsReader(2, readLines)).toEqual([{ words: 'Rain.' }]);
        expect(await runAsReader(null, readLines)).toEqual([{ words: 'Rain.' }]);
      });
    });
  });

  test('lets a read that waits already run when it opens', async () => {
    await inTransaction(async ({ letOthersRead }) => {
      const waiting = runAsReader(2, readLines);
      await letOthersRead(1, async () => expect(await waiting).toEqual([{ words: 'Rain.' }]));
    });
  });

  test('lets readers of the changed project, and code that may write, wait for the end', async () => {
    let waiting: Promise<{ words: string }[]>[] = [];
    await inTransaction(async ({ write, letOthersRead }) => {
      await letOthersRead(1, async () => {
        waiting = [runAsReader(1, readLines), readLines()];
        await write('Snow.');
        await write('Hail.');
      });
      await write('Sun.');
    });
    expect(await Promise.all(waiting)).toEqual([[{ words: 'Sun.' }], [{ words: 'Sun.' }]]);
  });

  test('lets a read wait for the end that comes after it closed', async () => {
    let late = Promise.resolve<unknown>(null);
    await inTransaction(async ({ write, letOthersRead }) => {
      await letOthersRead(1, async () => undefined);
      late = runAsReader(2, readLines);
      await write('Snow.');
    });
    expect(await late).toEqual([{ words: 'Snow.' }]);
  });

  test('keeps the transaction when a read fails', async () => {
    await inTransaction(async ({ write, letOthersRead }) => {
      await letOthersRead(1, async () => {
        await write('Snow.');
        await expect(runAsReader(2, () => client.query('select 1 / 0'))).rejects.toThrow('division by zero');
        await expect(runAsReader(2, () => client.query('select nothing from lines'))).rejects.toThrow(
          'nothing',
        );
      });
    });
    expect(await readLines()).toEqual([{ words: 'Snow.' }]);
  });

  test('returns what is stored if the transaction fails before the read has its turn', async () => {
    let waiting = Promise.resolve<unknown>(null);
    const failing = client.transaction((tx) =>
      client.letOthersRead(1, async () => {
        await tx.query('update lines set words = $1', ['Snow.']);
        const broken = tx.query('select 1 / 0').catch(() => undefined);
        waiting = runAsReader(2, readLines);
        await broken;
        throw new Error('ends here');
      }),
    );
    await expect(failing).rejects.toThrow('ends here');
    expect(await waiting).toEqual([{ words: 'Rain.' }]);
  });
});

test('a transaction that only reads lets everybody read', async () => {
  await client.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only');
    expect(await runAsReader(1, readLines)).toEqual([{ words: 'Rain.' }]);
  });
});

test.for([
  ['select words from lines where id = $1', true],
  ['with some as (select 1) select updated_at, deleted from some', true],
  ['select id from lines for update', false],
  ['select 1 from lines for key share', false],
  ['with gone as (delete from lines returning id) select id from gone', false],
  ["select nextval('lines_id_seq')", false],
  ['insert into lines values (2)', false],
] as const)('isPlainRead of "%s" is %s', ([text, isRead]) => expect(isPlainRead(text)).toBe(isRead));
