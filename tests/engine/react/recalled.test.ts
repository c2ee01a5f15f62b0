import { expect, it } from 'vitest';
import type { DataClient } from '../../../engine/kit/data/data-client.ts';
import { askAgain, recall, remember, rememberSending } from '../../../engine/kit/data/recalled.ts';

const person = () => ({}) as DataClient;

it('what one person has kept, no other gets', () => {
  const [one, other] = [person(), person()];
  remember(one, 'list', null);
  expect(recall(one, 'list')).toBeNull();
  expect(recall(other, 'list')).toBeUndefined();
});

it('an answer counts if it is another one, and what was changed here meanwhile is newer', async () => {
  const client = person();
  remember(client, 'list', { density: 'middle' });
  expect(await askAgain(client, 'list', async () => ({ density: 'middle' }))).toBeNull();
  expect(await askAgain(client, 'list', async () => ({ density: 'compact' }))).toEqual({
    value: { density: 'compact' },
  });
  expect(recall(client, 'list')).toEqual({ density: 'compact' });
  const late = askAgain(client, 'list', async () => {
    remember(client, 'list', { density: 'comfortable' });
    return { density: 'middle' };
  });
  expect(await late).toEqual({ value: { density: 'comfortable' } });
  expect(recall(client, 'list')).toEqual({ density: 'comfortable' });
});

it('a screen that opens while another one asks gets the answer too', async () => {
  const client = person();
  remember(client, 'list', 'old');
  const asked = [1, 2].map(() => askAgain(client, 'list', async () => 'new'));
  expect(await Promise.all(asked)).toEqual([{ value: 'new' }, { value: 'new' }]);
});

it('is asked again only once the change has been sent, also where that failed', async () => {
  const client = person();
  const order: string[] = [];
  let fail = () => {};
  const sent = new Promise<void>((_, reject) => (fail = () => reject(new Error('no network'))));
  rememberSending(client, 'list', { value: 1, sent });
  const asked = askAgain(client, 'list', async () => (order.push('asked'), 2));
  order.push('sent');
  fail();
  expect(await asked).toEqual({ value: 2 });
  expect(order).toEqual(['sent', 'asked']);
});
