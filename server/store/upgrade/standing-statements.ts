import { createHash } from 'node:crypto';

/**
 * Repeatable statements that lock their table even if they change nothing. Those of one subject (a trigger, a policy)
 * belong together: it is dropped and created again.
 */
const locking: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [
    /^(?:DROP TRIGGER IF EXISTS|CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER) "?(\w+)"?\s[^]*?\bON ([\w."]+)/,
    ([, name, table]) => `trigger ${name} ${plain(table)}`,
  ],
  [
    /^(?:DROP POLICY IF EXISTS|CREATE POLICY) "?(\w+)"? ON ([\w."]+)/,
    ([, name, table]) => `policy ${name} ${plain(table)}`,
  ],
  [/^(?:ALTER TABLE|CREATE (?:UNIQUE )?INDEX|DROP INDEX) [^]*/, ([statement]) => statement],
];

const plain = (table = ''): string => table.replaceAll('"', '').replace(/^public\./, '');

function subjectOf(statement: string): string | null {
  for (const [pattern, name] of locking) {
    const match = pattern.exec(statement.trimStart());
    if (match) return name(match);
  }
  return null;
}

/** Fingerprints of what the locking statements say, by subject. */
export function fingerprints(statements: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string[]>();
  for (const statement of statements) {
    const subject = subjectOf(statement);
    if (subject !== null) texts.set(subject, [...(texts.get(subject) ?? [subject]), statement]);
  }
  const hash = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return new Map([...texts].map(([subject, parts]) => [subject, hash(parts).slice(0, 22)]));
}

/** The statements that must run, in order: those that lock a table only if they are not among those that `stand`. */
export function changedStatements(statements: readonly string[], stand: ReadonlySet<string>): string[] {
  const marks = fingerprints(statements);
  return statements.filter((statement) => {
    const subject = subjectOf(statement);
    return subject === null || !stand.has(marks.get(subject) ?? '');
  });
}
