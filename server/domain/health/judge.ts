/** A state of a check: nothing to do, to be looked at, or broken. */
export type Tone = 'good' | 'warn' | 'bad';

/** One thing that must be well, with the figures that its sentence names. */
export interface Check {
  readonly check: CheckName;
  readonly tone: Tone;
  readonly facts: Readonly<Record<string, string | number>>;
}

export const checkNames = [
  'database',
  'ledger',
  'queue',
  'jobs',
  'timers',
  'events',
  'calls',
  'mails',
  'disk',
  'certificates',
] as const;
export type CheckName = (typeof checkNames)[number];

export interface Facts {
  readonly queue: {
    readonly waiting: number;
    readonly running: number;
    readonly failed: number;
    readonly oldest: number;
  };
  readonly database: { readonly open: number; readonly most: number; readonly size: number };
  readonly timers: {
    readonly running: number;
    readonly stopped: readonly string[];
    readonly failing: readonly string[];
  };
  /** The last proof of the ledger, and the hours since then; where it never ran, since its timer was made. Null: no timer. */
  readonly proof: {
    readonly failed: boolean | null;
    readonly differences: number | null;
    readonly hours: number;
  } | null;
  /** The oldest transaction that has written: later events wait for it. */
  readonly writer: { readonly seconds: number; readonly pid: number | null };
  readonly mails: { readonly sent: number; readonly failed: number };
  /** Calls to other servers in the last two hours by kind of server; `since`: failed ones after the last answered step. */
  readonly calls: readonly {
    readonly to: string;
    readonly answered: number | null;
    readonly failed: number | null;
    readonly since: number | null;
  }[];
  /** Hosts whose certificate ends within three weeks, or could not be read. */
  readonly certificates: readonly {
    readonly host: string;
    readonly until: string | null;
    readonly trouble: string | null;
  }[];
  readonly hosts: number;
  /** Free bytes where this node writes, and all of them. */
  readonly disk: { readonly free: number; readonly total: number };
  readonly now: Date;
}

const day = 86_400_000;
/** Fewer failed calls may be chance. */
const fewCalls = 5;
/** Hours without a proof of the ledger, which runs every night. */
const proofOverdue = 49;
const worst = (...tones: readonly Tone[]): Tone =>
  tones.includes('bad') ? 'bad' : tones.includes('warn') ? 'warn' : 'good';
const above = (value: number, warn: number, bad: number): Tone =>
  value >= bad ? 'bad' : value >= warn ? 'warn' : 'good';

const list = (names: readonly string[]): string => names.slice(0, 5).join(', ');

/** What of the facts is well and what is not. Pure. */
export function judge(facts: Facts): readonly Check[] {
  const { queue, database, timers, mails, disk } = facts;
  const used = Math.round((database.open / Math.max(1, database.most)) * 100);
  const full = Math.round((1 - disk.free / Math.max(1, disk.total)) * 100);
  const ends = facts.certificates.map(({ until, trouble }) =>
    trouble !== null || until === null ? 'bad' : above(-(Date.parse(until) - facts.now.getTime()) / day, -21, -7),
  );
  return [
    { check: 'database', tone: above(used, 80, 95), facts: { used, open: database.open, most: database.most } },
    { check: 'ledger', ...proofOf(facts) },
    {
      check: 'queue',
      tone: above(queue.oldest, 60, 600),
      facts: { waiting: queue.waiting, running: queue.running, minutes: Math.round(queue.oldest / 60) },
    },
    { check: 'jobs', tone: queue.failed > 0 ? 'bad' : 'good', facts: { count: queue.failed } },
    {
      check: 'timers',
      tone: timers.stopped.length > 0 ? 'bad' : timers.failing.length > 0 ? 'warn' : 'good',
      facts: {
        count: timers.stopped.length + timers.failing.length,
        names: list([...timers.stopped, ...timers.failing]),
        running: timers.running,
      },
    },
    {
      check: 'events',
      tone: above(facts.writer.seconds, 60, 600),
      // A prepared transaction has no process; this view lists it.
      facts: { minutes: Math.round(facts.writer.seconds / 60), process: facts.writer.pid ?? 'pg_prepared_xacts' },
    },
    { check: 'calls', ...callsOf(facts) },
    {
      check: 'mails',
      tone: mails.failed === 0 ? 'good' : mails.sent === 0 || mails.failed >= 20 ? 'bad' : 'warn',
      facts: { count: mails.failed, sent: mails.sent },
    },
    { check: 'disk', tone: above(full, 80, 92), facts: { full } },
    {
      check: 'certificates',
      tone: worst(...ends),
      facts: {
        count: facts.certificates.length,
        hosts: facts.hosts,
        names: list(facts.certificates.map(({ host }) => host)),
      },
    },
  ];
}

/** A difference is wrong at once; a proof that cannot be had deserves a look. */
function proofOf({ proof }: Facts): Pick<Check, 'tone' | 'facts'> {
  const differences = proof?.failed ? (proof.differences ?? 0) : 0;
  const isProven = proof && !proof.failed && proof.hours < proofOverdue;
  return { tone: differences > 0 ? 'bad' : isProven ? 'good' : 'warn', facts: { count: differences } };
}

function callsOf(facts: Facts): Pick<Check, 'tone' | 'facts'> {
  const unhealthy = facts.calls
    .map(({ to, answered, failed, since }) => {
      const [good, bad] = [Number(answered ?? 0), Number(failed ?? 0)];
      return { to, down: Number(since ?? 0) >= fewCalls, often: bad >= fewCalls && bad / (good + bad) >= 0.2 };
    })
    .filter(({ down, often }) => down || often);
  const down = unhealthy.filter(({ down: isDown }) => isDown);
  const failedCalls = facts.calls.reduce((sum, { failed }) => sum + Number(failed ?? 0), 0);
  return {
    tone: down.length > 0 ? 'bad' : unhealthy.length > 0 ? 'warn' : 'good',
    facts: { count: failedCalls, names: list((down.length > 0 ? down : unhealthy).map(({ to }) => to)) },
  };
}
