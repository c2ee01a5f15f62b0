/** Reads a list again and again in a thread of its own, and says how long the longest took: at first, and until it was stopped. */
import { request } from 'node:http';
import { scheduler } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { port, host, token } = workerData;
const facts = { calm: 0, worst: 0, failed: 0 };
const state = { over: false };
parentPort.on('message', () => (state.over = true));

await read();
for (let count = 0; count < 10; count += 1) facts.calm = Math.max(facts.calm, await read());
parentPort.postMessage('calm', []);
while (!state.over) {
  facts.worst = Math.max(facts.worst, await read());
  await scheduler.wait(10);
}
parentPort.postMessage(facts, []);
parentPort.close();

async function read() {
  const started = performance.now();
  const headers = { host, authorization: `Bearer ${token}`, 'x-wire': 'plain' };
  const status = await new Promise((done) => {
    const call = request({ host: '127.0.0.1', port, path: '/api/Level/page', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode));
    });
    call.on('error', () => done(0));
    call.end();
  });
  if (status !== 200) facts.failed += 1;
  return performance.now() - started;
}
