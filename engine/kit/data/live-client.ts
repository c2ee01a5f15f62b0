import type { NoticeLists } from '../../../schemas/generated/calls.js';
import { callsOver } from './own-calls.ts';
import { createWire, type WireOptions } from './wire.ts';

/** What a connection and the bell ask of the server over HTTP. Throws `WireError` like the data client. */
export interface LiveClient {
  /** A one-use ticket for a connection, and from where on a first connection should hear. */
  ticket(): Promise<{ ticket: string; cursor: string | null }>;
  notices(): Promise<NoticeLists>;
  readAll(): Promise<void>;
}

export function createLiveClient(options: WireOptions): LiveClient {
  const wire = createWire(options);
  const own = callsOver({ read: wire.get, send: wire.post });
  return {
    ticket: () => wire.post('hub/ticket', {}),
    notices: () => own.ask('getNotices', {}),
    readAll: async () => {
      await own.send('readAllNotices', {});
    },
  };
}
