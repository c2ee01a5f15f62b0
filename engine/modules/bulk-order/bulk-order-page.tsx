import { useMemo } from 'react';
import {
  EmptyState,
  ErrorPanel,
  PageHeader,
  Skeleton,
  toDisplayError,
  useEntity,
  useHasPermission,
  useNarrow,
  useViewer,
} from '../../kit/index.ts';
import { BulkSheet } from './bulk-sheet.tsx';
import { NarrowList } from './narrow-list.tsx';
import { useDesk } from './use-desk.ts';
import { outsetOf, useTemplates } from './use-templates.ts';
import { useWords } from './wording.ts';
import './bulk-order.css';
import './bulk-panels.css';

/** Many orders at once: pasted, mended, saved, tried and placed on one sheet. */
export default function BulkOrderPage() {
  const t = useWords();
  const viewer = useViewer();
  const mayAdd = useHasPermission('Order:add');
  const entity = useEntity('Order');
  const narrow = useNarrow();
  const { memory, keep } = useTemplates();
  const outset = useMemo(() => (memory ? outsetOf(memory) : null), [memory]);
  // The host name is the tenant's, so that this browser keeps the sheets of each apart.
  const { desk, state } = useDesk(`${location.host} ${viewer.id}`, outset);
  const frame = (inside: React.ReactNode) => (
    <div className="bulk-page">
      <PageHeader title={t('page.title')} note={t('page.note')} />
      {inside}
    </div>
  );
  if (!mayAdd) return frame(<EmptyState kind="forbidden" title={t('ui.forbidden')} note={t('page.forbidden')} />);
  if (entity.state === 'failed')
    return frame(<ErrorPanel error={toDisplayError(entity.error)} onRetry={entity.retry} />);
  if (!entity.entity || !entity.answer || !desk || !state || !memory) return frame(<Skeleton shape="page" />);
  if (narrow) return frame(<NarrowList state={state} />);
  return (
    <BulkSheet
      entity={entity.entity}
      answer={entity.answer}
      desk={desk}
      state={state}
      memory={memory}
      onMemory={keep}
    />
  );
}
