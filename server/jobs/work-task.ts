import { commandCall } from '../operations/command.ts';
import type { Actor } from '../operations/context.ts';
import { noteProgress } from '../operations/transfer/jobs.ts';
import type { HandedFile } from '../modules/module.ts';
import type { JobRow } from '../store/job-sql.ts';
import type { JobDeps } from './job-deps.ts';

/** Runs a module's background work for the person who ordered it; its return value is the job's result. */
export async function runWork(
  { context, texts, files, works }: JobDeps,
  actor: Actor,
  { job, signal }: { job: JobRow; signal: AbortSignal },
): Promise<void> {
  const { work: name, culture: asked, files: handed = [], ...request } = job.request;
  const work = works.find((each) => each.name === name);
  if (!work) throw new Error(`no work named ${String(name)}`);
  const culture = texts.culture(asked);
  const { body: _body, order: _order, ...call } = commandCall({ context, texts }, actor, { body: {}, culture });
  const result = await work.run({
    ...call,
    job: job.id,
    request,
    files: handed as readonly HandedFile[],
    open: ({ objectName }) => files.read(objectName),
    local: ({ objectName }, read) => files.withLocal(objectName, read),
    resume: job.result,
    async progress({ done, total, resume }) {
      const so = { ...(done === undefined ? {} : { done }), ...(total === undefined ? {} : { total }) };
      await noteProgress(context, actor, job.id, {
        state: 'running',
        ...so,
        ...(resume === undefined ? {} : { result: resume }),
      });
    },
    signal,
  });
  await noteProgress(context, actor, job.id, { state: 'done', result });
}
