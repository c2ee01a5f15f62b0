import { useIssueWords } from './issue-words.ts';
import type { Issue } from '../../../core/index.ts';

/** The message of one issue, announced when it appears. */
export function IssueLine({ issue, label, id }: { issue: Issue & { message?: string }; label: string; id?: string }) {
  const words = useIssueWords();
  return (
    <p className="field-fault" role="alert" id={id}>
      {words(issue, label)}
    </p>
  );
}
