import { calls, type Calls } from '../../../schemas/generated/calls.js';

export type Query = Record<string, string | number | string[] | undefined>;

type CallName = keyof Calls;
type NameOf<M> = { [K in CallName]: Calls[K]['method'] extends M ? K : never }[CallName];

/** What stands in the path, the query and the body of a call. */
export type Given<K extends CallName> = Calls[K]['given'];
export type Answer<K extends CallName> = Calls[K]['answer'];

/** The calls that the server declares itself, by their names. Every call throws `WireError`. */
export interface OwnCalls {
  ask<K extends NameOf<'get'>>(name: K, given: Given<K>, signal?: AbortSignal): Promise<Answer<K>>;
  send<K extends NameOf<'post'>>(name: K, given: Given<K>, key?: string): Promise<Answer<K>>;
}

interface Transport {
  read<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>;
  send<T>(path: string, body: object, key?: string): Promise<T>;
}

/** The path of a call, and what is left of what it is given: its query or its body. */
export function callAddress<K extends CallName>(name: K, given: Given<K>): [path: string, rest: Query] {
  const rest = { ...given } as Query;
  const path = calls[name].path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const value = rest[part];
    delete rest[part];
    return encodeURIComponent(String(value));
  });
  return [path, rest];
}

export const callsOver = (transport: Transport): OwnCalls => ({
  ask: (name, given, signal) => transport.read(...callAddress(name, given), signal),
  send: (name, given, key) => transport.send(...callAddress(name, given), key),
});
