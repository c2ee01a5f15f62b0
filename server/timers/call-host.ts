/** A call takes at most this long; who answers later has failed. */
const patience = 10_000;

const methods: Readonly<Record<string, string>> = { '1': 'GET', '2': 'POST', '3': 'PUT', '4': 'DELETE' };

/**
 * Calls an address of an allowed host and answers its status; throws for any other. Follows no redirects (they could
 * lead anywhere), sends no credentials, reads nothing of the answer but its status.
 */
export async function callHost(
  timer: { requestType: string; requestUrl: string; requestParameters: string | null },
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
    headers: { 'user-agent': 'Lading', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  await answer.body?.cancel();
  if (answer.status < 200 || answer.status >= 300) throw new Error(`HTTP ${answer.status}`);
  return `HTTP ${answer.status}`;
}
