import { App } from 'antd';
import { useState } from 'react';
import { WireError } from '../../kit/data/data-client.ts';
import { issueWords, failedLine } from '../../kit/data/display-error.ts';

/**
 * Runs a button's request: busy while it runs, the server's issues by path, everything else at the edge of the
 * screen. Answers whether it was done.
 */
export function useWork(): {
  busy: boolean;
  faults: Readonly<Record<string, string>>;
  run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
} {
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const run = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    setFaults({});
    try {
      await work();
      if (done) void message.success(done);
      return true;
    } catch (error) {
      const issues = error instanceof WireError ? error.issues.filter(({ path }) => path !== '') : [];
      if (issues.length === 0) void message.error(failedLine('save', error));
      setFaults(Object.fromEntries(issues.map((issue) => [issue.path, issueWords(issue)])));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, faults, run };
}
