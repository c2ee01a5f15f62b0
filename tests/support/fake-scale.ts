import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A scale on a socket, as a box that makes TCP of a serial line: it says its weight again and again while it stands. */
export async function fakeScale() {
  const plugged = new Set<Socket>();
  let line = 'ST,GS,+  0.000 lb';
  const say = () => {
    for (const socket of plugged) socket.write(`${line}\r\n`);
  };
  const server = createServer((socket) => {
    plugged.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => plugged.delete(socket));
    socket.write(`${line}\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const talking = setInterval(say, 100);
  const close = () => {
    clearInterval(talking);
    server.close();
    for (const socket of plugged) socket.destroy();
  };
  onTestFinished(close);
  return {
    target: `tcp:127.0.0.1:${port}`,
    /** What lies on it, in pounds. */
    put(weight: number, { stable = true } = {}) {
      line = `${stable ? 'ST' : 'US'},GS,${weight < 0 ? '-' : '+'}${Math.abs(weight).toFixed(3).padStart(8)} lb`;
      say();
    },
    /** The plug is pulled; it may be put in again. */
    unplug: () => {
      for (const socket of plugged) socket.destroy();
    },
    close,
  };
}
