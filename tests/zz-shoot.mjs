import { chromium } from 'playwright';
import { findChromium } from './support/chromium.mjs';
import { mkdirSync } from 'node:fs';
const [culture, width, who, ...paths] = process.argv.slice(2);
const base = 'http://north.localhost:3919';
const member = who.startsWith('member');
import http from 'node:http';
const token = await new Promise((ok) => {
  const q = http.request(
    {
      host: '127.0.0.1',
      port: 3919,
      path: `/api/${member ? 'MembershipLogin' : 'login'}`,
      method: 'POST',
      headers: { host: 'north.localhost:3919', 'content-type': 'application/json', 'x-wire': 'plain' },
    },
    (res) => {
      let b = '';
      res.on('data', (d) => (b += d));
      res.on('end', () => ok(JSON.parse(b).data));
    },
  );
  q.end(JSON.stringify({ account: who, password: 'demo12345' }));
});
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
});
const kept = {
  pro__CULTURE: JSON.stringify({ value: culture, expire: null }),
  'pro__Access-Token': JSON.stringify({ value: token, expire: null }),
};
const ctx = await browser.newContext({
  locale: culture,
  viewport: { width: Number(width), height: Number(width) < 500 ? 844 : 860 },
  storageState: {
    cookies: [],
    origins: [{ origin: base, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
  },
});
mkdirSync('/tmp/w19/shots', { recursive: true });
for (const p of paths) {
  const page = await ctx.newPage();
  page.on('pageerror', (e) => console.log(p, 'ERR', e.message));
  await page.goto(base + p);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(1200);
  const f = `/tmp/w19/shots/${culture}-${width}-${who}-${p.replace(/[^a-zA-Z0-9]+/g, '_')}.png`;
  await page.screenshot({ path: f });
  console.log(f);
  await page.close();
}
await browser.close();
