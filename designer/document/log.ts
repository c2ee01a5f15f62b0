import type { LogEntry } from './api.ts';

/** What a person does to the draft, as its log sees it. */
export type Step = { readonly kind: 'run'; readonly name: string } | { readonly kind: 'undo' | 'redo' };

/** The log after a step, before the server has said so: a new step forgets what was undone. */
export function logAfter(log: readonly LogEntry[], step: Step): readonly LogEntry[] {
  if (step.kind === 'run') {
    const remaining = log.filter(({ undone }) => !undone);
    return [...remaining, { n: (remaining.at(-1)?.n ?? 0) + 1, name: step.name, by: '', at: '', undone: false }];
  }
  const at = step.kind === 'undo' ? log.findLastIndex(({ undone }) => !undone) : log.findIndex(({ undone }) => undone);
  return log.map((entry, index) => (index === at ? { ...entry, undone: step.kind === 'undo' } : entry));
}

/** The step that an undo would take back, or a redo do again; null where there is none. */
export const undoable = (log: readonly LogEntry[]): LogEntry | null => log.findLast(({ undone }) => !undone) ?? null;
export const redoable = (log: readonly LogEntry[]): LogEntry | null => log.find(({ undone }) => undone) ?? null;
