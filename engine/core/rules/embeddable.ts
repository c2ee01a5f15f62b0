/** The address if its host, including the port, is allowed in frames; else null. */
export function embeddable(link: string | undefined, hosts: readonly string[]): URL | null {
  if (!link || !URL.canParse(link)) return null;
  const url = new URL(link);
  return /^https?:$/.test(url.protocol) && hosts.includes(url.host) && !url.username ? url : null;
}
