import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { within } from '../access/limits.ts';
import { answerDevice, type Devices } from '../operations/answer-device.ts';
import type { Context } from '../operations/context.ts';
import { bodyReader } from './check-bodies.ts';
import { sendText, success } from './envelope.ts';
import { bearer } from './session.ts';

/** Endpoints for devices, which have their own token instead of a session. */
export function deviceRoutes(
  app: FastifyInstance,
  { context, system, devices }: { context: Context; system: Parameters<typeof within>[0]; devices: Devices },
): void {
  const stopping = new AbortController();
  // Waiting devices must not delay the shutdown of a node.
  app.addHook('preClose', async () => stopping.abort());
  for (const device of devices) {
    const read = bodyReader(device.body);
    app.post(`/api/${device.path}`, async (request, reply) => {
      if (device.perMinute !== undefined) {
        const key = `device:${device.path}:${request.ip}`;
        if (!(await within(system, [[key, { seconds: 60, most: device.perMinute }]]))) throw new AppError('tooMany');
      }
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const answer = await answerDevice(context, device, {
        ...{ token: bearer(request), body: read(request.body ?? {}) },
        signal: AbortSignal.any([gone.signal, stopping.signal]),
      });
      if (!Buffer.isBuffer(answer)) return sendText(reply, success(answer));
      return reply.type('application/octet-stream').header('content-length', answer.length).send(answer);
    });
  }
}
