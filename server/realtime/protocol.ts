/** What ends every record of the JSON hub protocol. */
const separator = '\u001e';

/** Types of messages in the hub protocol, version 1, as far as they are spoken here. */
export const messageTypes = { invocation: 1, completion: 3, ping: 6, close: 7 } as const;

export const record = (message: unknown): string => `${JSON.stringify(message)}${separator}`;

export const pingRecord = record({ type: messageTypes.ping });

/** A call of a function of the client. */
export const invocation = (target: string, ...args: readonly unknown[]): string =>
  record({ type: messageTypes.invocation, target, arguments: args });

/** The records of one frame; null where it is none, or holds what is no object. */
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

/** Whether the first record of a connection asks for what is spoken here. */
export const isHandshake = (first: Readonly<Record<string, unknown>>): boolean =>
  first['protocol'] === 'json' && first['version'] === 1;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
