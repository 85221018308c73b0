import { queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { objectCache } from './objectCache.ts';
import { createQueryClient } from './queryClient.ts';

interface Balance {
  credits: number;
  limit: number;
}

function aCache() {
  const client = createQueryClient();
  const query = queryOptions({ queryKey: ['balance'], queryFn: (): Balance => ({ credits: 0, limit: 0 }) });
  return { cache: objectCache<Balance>(client, query), shown: () => client.getQueryData(query.queryKey) };
}

test('changes a loaded value and leaves one that is not loaded alone', () => {
  const { cache, shown } = aCache();
  cache.change((balance) => ({ ...balance, credits: 5 }));
  expect(shown()).toBeUndefined();
  cache.set({ credits: 1, limit: 9 });
  cache.change((balance) => ({ ...balance, credits: 5 }));
  expect(shown()).toEqual({ credits: 5, limit: 9 });
});
