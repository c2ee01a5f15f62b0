/** The server refuses: `fatal` where asking again is of no use. */
export class Refusal extends Error {
  constructor(message, { code = '', fatal = false } = {}) {
    super(message);
    this.code = code;
    this.fatal = fatal;
  }
}

/** Asks the server; throws `Refusal` for what it says no to, and anything else where it was not reached. */
export function createServer({ server, token, signal }) {
  const ask = async (path, body, seconds = 15) => {
    const answer = await fetch(new URL(`/api/PrintAgent/${path}?culture=en-US`, server), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
      signal: AbortSignal.any([AbortSignal.timeout(seconds * 1000), ...(signal ? [signal] : [])]),
    });
    if (answer.headers.get('content-type')?.startsWith('application/octet-stream'))
      return Buffer.from(await answer.arrayBuffer());
    if (answer.status >= 500 || answer.status === 429) throw new Error(`the server answers ${answer.status}`);
    const { success, data, message, issues } = await answer.json();
    if (success) return data;
    const code = issues?.[0]?.code ?? '';
    throw new Refusal(message, { code, fatal: answer.status === 401 || code === 'printing.agentTooOld' });
  };
  return {
    pair: (body) => ask('pair', body),
    take: (body) => ask('take', body, body.wait + 15),
    label: (body) => ask('label', body, 30),
    done: (body) => ask('done', body),
    weigh: (body) => ask('weigh', body),
  };
}
