/** A call takes at most this long; who answers later has failed. */
const patience = 10_000;

const methods: Readonly<Record<string, string>> = { '1': 'GET', '2': 'POST', '3': 'PUT', '4': 'DELETE' };

/**
 * Calls an address of an allowed host and answers its status; throws for any other. Follows no redirects (they could
 * lead anywhere), sends the timer's own headers and no credentials of ours, reads nothing of the answer but its status.
 */
export async function callHost(
  timer: { requestType: string; requestUrl: string; headers?: unknown; requestParameters: string | null },
  hosts: readonly string[],
): Promise<string> {
  const url = new URL(timer.requestUrl);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || !hosts.includes(url.host)) {
    throw new Error(`${url.host}: not in TIMER_HOSTS`);
  }
  const method = methods[timer.requestType] ?? 'GET';
  const body = method === 'GET' ? undefined : (timer.requestParameters ?? undefined);
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    credentials: 'omit',
    signal: AbortSignal.timeout(patience),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...namesAndTexts(timer.headers),
      'user-agent': 'Lading',
    },
    ...(body === undefined ? {} : { body }),
  });
  await answer.body?.cancel();
  if (answer.status < 200 || answer.status >= 300) throw new Error(`HTTP ${answer.status}`);
  return `HTTP ${answer.status}`;
}

/** Headers as a timer keeps them: an object of names and texts. Throws for anything else, so that the history tells. */
function namesAndTexts(headers: unknown): Record<string, string> {
  if (headers === null || headers === undefined) return {};
  const entries = Array.isArray(headers) ? null : Object.entries(headers as object);
  const names = new Set<string>();
  for (const [name, text] of entries ?? [['', null]]) {
    const lower = name.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof text !== 'string' || ours.has(lower) || names.has(lower)) {
      throw new Error(`headers: ${name.slice(0, 60)}`);
    }
    names.add(lower);
  }
  return Object.fromEntries(entries ?? []) as Record<string, string>;
}

/** What the connection itself says. */
const ours: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'keep-alive'],
]);
