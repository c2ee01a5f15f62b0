import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownOf } from '../../core/index.ts';
import { recordSummary, summarised } from '../controllers/record-summary.ts';
import { useDetail } from '../controllers/use-detail.ts';
import { useFieldHostOf } from '../controllers/use-field-host.ts';
import type { WireRecord } from '../data/data-client.ts';
import { toDisplayError } from '../data/display-error.ts';
import { cellText, optionText } from '../fields/controls/cell-text.ts';
import { FieldHostProvider, useFieldHost } from '../fields/controls/field-host.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Skeleton } from '../ui/skeletons.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { DetailFacts } from './detail-facts.tsx';
import { DetailSummary } from './detail-summary.tsx';
import '../fields/form/fields.css';
import './screens.css';

interface Props {
  path: string;
  id: string;
  /** Opens the record's own page. */
  onOpen: () => void;
  onClose: () => void;
}

/** A record beside its list: what it says, without a way lost. It follows the row that one goes to; Escape closes it. */
export function QuickLook({ path, id, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const detail = useDetail(path, id);
  const host = useFieldHostOf(detail.ready);
  const body = useRef<HTMLDivElement>(null);
  useKeys({ Escape: onClose });
  useEffect(() => {
    // In braces: what scrolling answers is no clean-up.
    body.current?.scrollTo(0, 0);
  }, [id]);
  // While the next one is on its way the one before would be taken for it.
  const record = detail.record?.id === id ? detail.record : null;
  return (
    <section className="quick-look" aria-label={t('list.look')} aria-busy={!record}>
      <div className="quick-look-tools">
        <button type="button" className="button" onClick={onOpen}>
          {t('list.open')}
        </button>
        <button type="button" className="icon-button" aria-label={t('ui.close')} onClick={onClose}>
          ✕
        </button>
      </div>
      <div className="quick-look-body" ref={body} tabIndex={0} role="group" aria-label={t('list.look')}>
        {detail.state === 'failed' ? (
          <ErrorPanel compact error={toDisplayError(detail.error)} onRetry={detail.reload} />
        ) : host && record ? (
          <FieldHostProvider host={host}>
            <Look path={path} record={record} />
          </FieldHostProvider>
        ) : (
          <Skeleton shape="page" />
        )}
      </div>
    </section>
  );
}

function Look({ path, record }: { path: string; record: WireRecord }) {
  const { entity, words, format, facts } = useFieldHost();
  const summary = recordSummary(entity, record, { record, ...facts() });
  const said = new Set([entity.title.name, ...summarised(summary)]);
  const status = entity.byName.get('status');
  return (
    <>
      <header className="quick-look-head">
        <h2>
          <Link to={`/${path}/${encodeURIComponent(record.id)}`}>
            {cellText(entity.title, record, { words, culture: format.culture }) || record.id}
          </Link>
        </h2>
        {status && record.status ? (
          <StatusTag
            tone={ownOf(status.meta.tones, record.status) ?? 'neutral'}
            text={optionText(status, record.status, words)}
          />
        ) : null}
      </header>
      <DetailSummary summary={summary} record={record} />
      <DetailFacts record={record} said={said} />
    </>
  );
}
