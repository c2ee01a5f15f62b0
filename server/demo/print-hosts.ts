import type { DemoHost } from './make-demo.ts';

/** Accounts and hosts as a table for the terminal. Members sign in at `/MembershipLogin`. */
export function printHosts(hosts: readonly DemoHost[], password: string, port: number): string {
  const rows = hosts.map(({ host, staff, members }) => [
    `http://${host}:${port}`,
    staff.join('  '),
    members.join('  '),
  ]);
  const table = [['host', 'staff', 'members'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('   ')
      .trimEnd(),
  );
  return ['', ...lines, '', `password: ${password}`, ''].map((line) => (line ? `  ${line}` : '')).join('\n') + '\n';
}
