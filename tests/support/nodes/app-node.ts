/**
 * The whole application in a process of its own, on a database that has been prepared: requests, jobs, ledger.
 * `node app-node.js <database> <root> <secret key> <port> <folder for files> <settings of Stripe, or null> <connections
 * for writes> <carriers and times of placing>`; it prints
 * `ready <port>` and ends with its parent, or on request.
 */
import { buildApp } from '../../../server/app.ts';
import { createModules, type ModuleSettings } from '../../../server/domain/index.ts';
import { createFileStore } from '../../../server/files/open-file-store.ts';
import type { StripeSettings } from '../../../server/domain/payments/stripe.ts';
import { registerRoutes } from '../../../server/http/register-routes.ts';
import { startJobs } from '../../../server/jobs/run-jobs.ts';
import { openNode } from '../../../server/node.ts';

const [
  databaseUrl = '',
  root = '',
  secretKey = '',
  port = '0',
  folder = '',
  gateway = 'null',
  writers = '12',
  asked = '{}',
] = process.argv.slice(2);
const stripe = JSON.parse(gateway) as StripeSettings | null;
const carriers = JSON.parse(asked) as Pick<ModuleSettings, 'apiBases' | 'placing' | 'webhookHosts'>;
const modules = createModules({ stripe, ...carriers, originOf: (host) => `http://${host}` });
const files = createFileStore(folder);
const opened = await openNode({ databaseUrl, root, secretKey, modules, writers: Number(writers), files });
if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
const node = opened.value;
const more = registerRoutes({ ...node, files });
const app = await buildApp({ ...node, webDir: null, logLevel: 'error', more });
const log = (message: string, error?: unknown) => process.stderr.write(`${message} ${String(error)}\n`);
const jobs = await startJobs({ ...node, byAccount: node.actors.byAccount, files, log }, node.systemUrl);
await app.listen({ port: Number(port), host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`ready ${typeof address === 'object' && address ? address.port : port}\n`);

async function stop(): Promise<void> {
  await app.close();
  await jobs.stop();
  await node.close();
  process.exit();
}
process.once('SIGTERM', () => void stop());
process.once('disconnect', () => process.exit());
// Its parent may have gone while it was starting.
if (!process.connected) process.exit();
