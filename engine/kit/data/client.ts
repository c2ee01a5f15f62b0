import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react';
import type { DataClient } from './data-client.ts';
import { callsOver, type OwnCalls } from './own-calls.ts';

const ClientContext = createContext<DataClient | null>(null);

/** Gives the screens inside their way to the server. A new client is a new session: everything cached by the old one is forgotten. */
export function DataProvider({ client, children }: { client: DataClient; children?: ReactNode }) {
  return createElement(ClientContext.Provider, { value: client }, children);
}

/** The client of this session. Throws outside a `DataProvider`. */
export function useDataClient(): DataClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useDataClient outside DataProvider');
  return client;
}

/** The server's own calls by this session's client. */
export function useOwnCalls(): OwnCalls {
  const client = useDataClient();
  return useMemo(() => callsOver(client), [client]);
}
