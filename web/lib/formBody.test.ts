import { expect, test } from 'vitest';
import { z } from 'zod';
import { bodyId, nameText, rowId, storableText, wholeNumber } from '#shared/contract/fields.ts';
import { changedFields, formBody, formValuesOf } from './formBody.ts';

const schema = z.object({
  name: nameText(10, 'Name is required'),
  notes: storableText(100).nullish(),
  page: wholeNumber(1).nullish(),
  number: bodyId,
  groupId: rowId.nullish(),
  kind: z.enum(['big', 'small']).default('big'),
});

test('formValuesOf returns texts: digits for a number, an empty text for null', () => {
  const row = { name: 'Deck', notes: null, page: 12, kind: 'big' as const, id: 1 };
  expect(formValuesOf(row, ['name', 'notes', 'page', 'kind'])).toEqual({
    name: 'Deck',
    notes: '',
    page: '12',
    kind: 'big',
  });
});

test('formBody turns blank text into null where the contract allows null', () => {
  expect(formBody(schema, { name: ' ', notes: ' ', page: '', groupId: '' })).toEqual({
    name: '',
    notes: null,
    page: null,
    groupId: null,
  });
});

test('formBody converts numbers, and leaves other text for the contract to reject', () => {
  expect(formBody(schema, { page: ' 12 ', number: '3', groupId: '7' })).toEqual({
    page: 12,
    number: 3,
    groupId: 7,
  });
  const body = formBody(schema, { page: 'twelve', name: '12' });
  expect(body).toEqual({ page: 'twelve', name: '12' });
  expect(schema.shape.page.safeParse(body.page).success).toBe(false);
});

test('formBody trims text, and keeps the indent of the first of several lines', () => {
  expect(formBody(schema, { notes: ' Cold. ' })).toEqual({ notes: 'Cold.' });
  expect(formBody(schema, { notes: '  One\n  Two\n ' })).toEqual({ notes: '  One\n  Two' });
});

test('keeps non-text fields and fields that the contract does not name', () => {
  const draft = { kind: 'small', own: ' as typed ', list: ['a'] };
  expect(formBody(schema, draft)).toEqual(draft);
});

test('changedFields returns the values that differ', () => {
  const before = { name: 'Deck', list: [1, 2], notes: null };
  expect(changedFields(before, { ...before, list: [1, 2] })).toEqual({});
  expect(changedFields<object>(before, { ...before, notes: 'Cold' })).toEqual({ notes: 'Cold' });
});
