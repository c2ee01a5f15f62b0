/** Record separator of the JSON hub protocol. */
const separator = '\u001e';

/** Supported message types of the hub protocol, version 1. */
export const messageTypes = { invocation: 1, completion: 3, ping: 6, close: 7 } as const;

export const record = (message: unknown): string => `${JSON.stringify(message)}${separator}`;

export const pingRecord = record({ type: messageTypes.ping });

/** Calls a function of the client. */
export const invocation = (target: string, ...args: readonly unknown[]): string =>
  record({ type: messageTypes.invocation, target, arguments: args });

/** The records of a frame; null if it is malformed or contains non-objects. */
export function readRecords(text: string): Record<string, unknown>[] | null {
  if (!text.endsWith(separator)) return null;
  try {
    const records = text
      .slice(0, -1)
      .split(separator)
      .map((each): unknown => JSON.parse(each));
    return records.every(isObject) ? records : null;
  } catch {
    return null;
  }
}

/** Whether the first record requests a supported protocol. */
export const isHandshake = (first: Readonly<Record<string, unknown>>): boolean =>
  first['protocol'] === 'json' && first['version'] === 1;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
