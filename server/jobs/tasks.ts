import type { TaskList } from 'graphile-worker';
import { runExport, type ExportRequest } from '../operations/transfer/export-records.ts';
import { runImport, type ImportRequest } from '../operations/transfer/import-records.ts';
import { planAll, planTimer } from '../timers/plan-timer.ts';
import { runTimer } from '../timers/run-timer.ts';
import type { TimerDeps } from '../timers/timer-deps.ts';
import { inSpan } from '../tracing/spans.ts';
import type { JobDeps } from './job-deps.ts';
import { runOrdered, type OrderedWork } from './ordered-task.ts';
import { runSocketJob } from './module-task.ts';
import { sweepFiles } from './sweep-files.ts';
import { runWork } from './work-task.ts';

/** All tasks of the queue by name. `stopping` asks long ones to stop at a resumable point. */
export function createTasks(deps: JobDeps, stopping: AbortSignal): TaskList {
  const { context, files, texts } = deps;
  const ordered =
    (work: OrderedWork): TaskList[string] =>
    (payload, { job }) =>
      runOrdered(deps, payload, job, stopping, work);
  return traced({
    sweepFiles: async () => {
      await sweepFiles(files, deps.system, context.clock());
    },
    socket: (payload, { job }) => runSocketJob(deps, payload, job.attempts <= 1),
    'timer-sweep': () => planAll(timerDeps(deps)),
    'timer-plan': (payload) => planTimer(timerDeps(deps), payload),
    'timer-run': (payload, { job }) => runTimer(timerDeps(deps), payload, job.attempts > 1),
    export: ordered((actor, { id, request }, signal) =>
      runExport(context, actor, { files, texts, signal }, { id, request: request as unknown as ExportRequest }),
    ),
    work: ordered((actor, job, signal) => runWork(deps, actor, { job, signal })),
    publish: ordered((actor, job, signal) => deps.schemaService.runPublish(actor, job, signal)),
    import: ordered((actor, { id, request, result }, signal) =>
      runImport(context, actor, { files, texts, signal }, { id, request: request as unknown as ImportRequest, result }),
    ),
  });
}

/** Makes each job a span. */
const traced = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, helpers) => {
        const job = String((payload as { job?: unknown } | null)?.job ?? name);
        const attributes = { 'messaging.operation.type': 'process', 'lading.job': name === 'socket' ? job : name };
        return inSpan(
          { name: `job ${name}`, kind: 'consumer', attributes },
          async () => void (await task?.(payload, helpers)),
        );
      },
    ]),
  );

/** The dependencies of timers, out of those of jobs. */
export const timerDeps = ({
  system,
  logs,
  texts,
  schemaService: schemaEndpoints,
  context,
  actors,
  timerHosts = [],
  timerPrivateHosts = [],
}: JobDeps): TimerDeps => ({
  system,
  logs,
  texts,
  schemaService: schemaEndpoints,
  newId: context.newId,
  context,
  actors,
  tasks: context.registry.tasks,
  services: context.services,
  hosts: timerHosts,
  privateHosts: timerPrivateHosts,
});
