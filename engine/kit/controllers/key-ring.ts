export interface Keyring {
  /** The idempotency key of this request: the same one as long as the same request has had no answer. */
  keyFor: (request: unknown) => string;
  /** The server has answered, with whatever result: the next request gets another key. */
  answered: () => void;
}

/** Keeps an idempotency key until it is answered, so that a repeated request after a lost answer happens once. */
export function createKeyring(newKey: () => string): Keyring {
  let issued: { body: string; key: string } | null = null;
  return {
    keyFor: (request) => {
      const body = JSON.stringify(request);
      if (issued?.body !== body) issued = { body, key: newKey() };
      return issued.key;
    },
    answered: () => {
      issued = null;
    },
  };
}
