import type { Context } from '../../operations/context.ts';
import { parameters } from '../../operations/openapi/open-api-parts.ts';
import { anything, id, listOf, oneOf, orNull, shape, text, whole } from '../../operations/openapi/shapes.ts';
import { listJobs, readJob } from '../../operations/transfer/jobs.ts';
import type { Call } from '../calls.ts';

const state = oneOf('queued', 'running', 'done', 'failed');
const progress = { id, state, done: whole, total: orNull(whole) };
const ordered = {
  ...{ kind: text, entity: orNull(text), at: text, by: orNull(id), $by: orNull(text) },
};

/** Progress of a person's jobs. */
export const jobCalls: readonly Call<{ readonly context: Context }>[] = [
  {
    ...{ method: 'get', path: 'job', operationId: 'job', query: parameters('id') },
    answer: shape({ ...progress, result: anything, file: orNull(id) }, 'JobState'),
    async run({ context }, { actor, query }) {
      const job = await readJob(context, actor, query['id']);
      const { state, done, total, file } = job;
      // Until a job ends, its result is internal resume state.
      const result = state === 'done' || state === 'failed' ? job.result : null;
      return { id: job.id, state, done, total, result, file };
    },
  },
  {
    ...{ method: 'get', path: 'job/list', operationId: 'jobs', query: parameters('limit'), isText: true },
    answer: shape(
      {
        counts: shape({ 'queued?': whole, 'running?': whole, 'done?': whole, 'failed?': whole }),
        jobs: listOf(shape({ ...progress, ...ordered })),
      },
      'JobsAnswer',
    ),
    run: ({ context }, { actor, query }) => listJobs(context, actor, query['limit']),
  },
];
