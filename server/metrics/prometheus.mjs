/** The only file that knows the library of metrics; it is loaded where metrics are served, and nowhere else. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Seconds; people wait for answers, so the steps are close where they begin to notice. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createPrometheus() {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const gauge = (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers });

  const requests = new Histogram({
    ...{ name: 'lading_request_seconds', help: 'Requests by class of route, method and status', registers, buckets },
    labelNames: ['route', 'method', 'status'],
  });
  const calls = new Counter({
    ...{ name: 'lading_calls_total', help: 'Calls to other servers by kind of server and outcome', registers },
    labelNames: ['to', 'outcome'],
  });
  const writerWaits = new Histogram({
    ...{ name: 'lading_writer_wait_seconds', help: 'Waits of writes for a turn and a connection', registers, buckets },
  });
  const eventDelays = new Histogram({
    ...{
      name: 'lading_event_delay_seconds',
      help: 'Age of realtime events when they are delivered',
      registers,
      buckets,
    },
  });
  const show = databaseGauges(gauge);
  const pool = gauge('lading_pool_connections', 'Connections of a pool of this node', ['pool', 'state']);
  const waiting = gauge('lading_pool_waiting', 'Callers that wait for a connection of a pool of this node', ['pool']);

  return {
    contentType: register.contentType,
    request: ({ route, method, status, seconds }) => requests.observe({ route, method, status }, seconds),
    call: (measure) => calls.inc(measure),
    writerWait: (seconds) => writerWaits.observe(seconds),
    eventDelay: (seconds) => eventDelays.observe(seconds),
    text(facts, pools) {
      show(facts);
      for (const each of pools) {
        pool.set({ pool: each.pool, state: 'idle' }, each.idle);
        pool.set({ pool: each.pool, state: 'busy' }, each.open - each.idle);
        waiting.set({ pool: each.pool }, each.waiting);
      }
      return register.metrics();
    },
  };
}

/** What a scrape reads from the database; answers the function that shows it, or that the database did not answer. */
function databaseGauges(gauge) {
  const up = gauge('lading_database_up', 'Whether the database answered this scrape');
  const jobs = gauge('lading_queue_jobs', 'Jobs of the queue by state', ['state']);
  const oldest = gauge('lading_queue_oldest_seconds', 'How long the oldest due job has waited');
  const taskGood = gauge('lading_task_ok', 'Whether the last run of a scheduled task succeeded', ['task']);
  const taskAge = gauge('lading_task_age_seconds', 'Time since the last finished run of a scheduled task', ['task']);
  const mails = gauge('lading_mails', 'Mails of the last day that are pending or failed', ['state']);
  const connections = gauge('lading_database_connections', 'Connections to the database, of all nodes');
  const connectionLimit = gauge('lading_database_connection_limit', 'Connections that the server allows');
  const horizon = gauge(
    'lading_event_horizon_seconds',
    'Age of the oldest writing transaction, which holds events back',
  );
  const size = gauge('lading_database_bytes', 'Size of the database');
  return (facts) => {
    up.set(facts ? 1 : 0);
    if (!facts) return;
    for (const state of ['waiting', 'scheduled', 'running', 'failed']) jobs.set({ state }, facts.queue[state]);
    oldest.set(facts.queue.oldest);
    taskGood.reset();
    taskAge.reset();
    for (const { task, good, age } of facts.timers) {
      taskGood.set({ task }, good ? 1 : 0);
      taskAge.set({ task }, age);
    }
    for (const state of ['pending', 'failed']) mails.set({ state }, facts.mails[state]);
    connections.set(facts.connections);
    connectionLimit.set(facts.connectionLimit);
    horizon.set(facts.horizon);
    size.set(facts.size);
  };
}
