import { useState } from 'react';
import type { ListState } from './admin.data.ts';

/**
 * Hold filter, order and page of one list. A change of filter or order returns to the first page.
 */
export function useList<Sort extends string, Status extends string = never>(sort: Sort) {
  const [state, setState] = useState<ListState<Sort, Status>>({
    search: '',
    status: null,
    sort,
    order: 'desc',
    page: 0,
  });
  const change = (part: Partial<ListState<Sort, Status>>) => setState({ ...state, page: 0, ...part });
  return { state, change };
}
