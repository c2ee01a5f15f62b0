import type { PanelProps } from '../../kit/index.ts';
import { CausesList } from './causes-list.tsx';

/** What keeps the orders of a batch from going on, and its repairs. */
export default function CausesPanel({ record, stamp, reload }: PanelProps) {
  return <CausesList batch={record.id} stamp={stamp} onChanged={reload} />;
}
