import type { FastifyInstance } from 'fastify';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { listJobs, readJob } from '../operations/transfer/jobs.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

/** Progress of a person's jobs. */
export function jobRoutes(app: FastifyInstance, context: Context, actors: Actors): void {
  app.get('/api/job', async (request, reply) => {
    const { id } = request.query as Record<string, unknown>;
    const job = await asActor(actors, request, (actor) => readJob(context, actor, id));
    const { state, done, total, file } = job;
    // Until a job ends, its result is internal resume state.
    const result = state === 'done' || state === 'failed' ? job.result : null;
    return sendText(reply, success({ id: job.id, state, done, total, result, file }));
  });

  app.get('/api/job/list', async (request, reply) => {
    const { limit } = request.query as Record<string, unknown>;
    return sendText(reply, successText(await asActor(actors, request, (actor) => listJobs(context, actor, limit))));
  });
}
