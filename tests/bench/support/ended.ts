import { setTimeout as pause } from 'node:timers/promises';
import { eventOf, openHub, type HubClient } from '../../support/hub-client.ts';
import { ask, type Door } from './client.ts';

/** How long work may take before a bench gives up (ms). */
const longest = 30 * 60_000;

interface Job {
  readonly state: string;
}

/** A connection that hears events of this person's jobs, and of records of these entities. */
async function listen(door: Door, watch: readonly string[] = []): Promise<HubClient> {
  const { ticket } = (await ask(door, { method: 'POST', path: '/api/hub/ticket', body: {} })) as { ticket: string };
  const handshake = { protocol: 'json', version: 1, watch };
  const hub = openHub(`ws://127.0.0.1:${door.port}/hubs/chathub`, { ticket }, { host: door.host, handshake });
  await hub.event('cursor', 20_000);
  return hub;
}

/** The job once it has ended, as the server announces it. Throws where it has failed. */
export async function jobEnd<T extends Job>(door: Door, id: string): Promise<T> {
  const hub = await listen(door);
  const read = async () => (await ask(door, { method: 'GET', path: `/api/job?id=${id}` })) as T;
  const isOver = ({ state }: Job) => state === 'done' || state === 'failed';
  try {
    let job = await read();
    if (!isOver(job)) {
      await hub.next((record) => {
        const { kind, record: of, state } = eventOf(record);
        return kind === 'job' && of === id && isOver({ state: String(state) });
      }, longest);
      job = await read();
    }
    if (job.state === 'failed') throw new Error(JSON.stringify(job));
    return job;
  } finally {
    hub.close();
  }
}

/** The record once its status is this, looked at whenever the server announces that it has changed. */
export async function statusReached<T extends { readonly status: string }>(
  door: Door,
  { entity, path, id, status }: { entity: string; path: string; id: string; status: string },
): Promise<T> {
  const hub = await listen(door, [entity]);
  try {
    for (let seen = 0; ;) {
      const record = (await ask(door, { method: 'GET', path: `/api/${path}/detail?id=${id}` })) as T;
      if (record.status === status) return record;
      // Events that came before the record was read are part of what was read.
      await hub.next((each) => hub.records.indexOf(each) >= seen && eventOf(each)['kind'] === 'record', longest);
      seen = hub.records.length;
    }
  } finally {
    hub.close();
  }
}

/** Takes a sample at once and every so many milliseconds until the work has ended; answers its outcome. */
export async function sampleUntil<T>(ended: Promise<T>, every: number, sample: () => unknown): Promise<T> {
  const over = ended.then(() => true);
  // A failure is thrown by the race, however long a sample takes.
  over.catch(() => undefined);
  for (;;) {
    await sample();
    if (await Promise.race([over, pause(every, false)])) return ended;
  }
}
