import { BackupError } from '../../backup/backup-error.ts';

/** Does a command's work and leaves its databases. Answers the exit code: of a `BackupError` the message is printed. */
export async function exitCodeOf(work: () => Promise<void>, leave: () => Promise<unknown>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await leave();
  }
}
