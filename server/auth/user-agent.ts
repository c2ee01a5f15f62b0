/** Browser and operating system by name, so that people recognise their devices. */
export function readUserAgent(text: string): { browser: string; os: string } {
  const browser = /(Edg|OPR|Chrome|Firefox|Version)\/(\d+)/.exec(text);
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari' };
  const os = /(Windows NT [\d.]+|Mac OS X [\d_.]+|Android [\d.]+|iPhone OS [\d_]+|Linux)/.exec(text)?.[1] ?? '';
  const name = browser?.[1] ?? '';
  return { browser: browser ? `${names[name] ?? name} ${browser[2]}` : '', os: os.replaceAll('_', '.') };
}
