import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHistory } from '../../controllers/use-history.ts';
import type { HistoryEntry, WireRecord } from '../../data/data-client.ts';
import { toDisplayError } from '../../data/display-error.ts';
import { useFieldHost } from '../../fields/controls/field-host.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { HistoryValue } from './history-value.tsx';

/** Who did what when, with what it was before and is now. */
export function HistoryTimeline({ path, record, stamp }: { path: string; record: WireRecord; stamp: number }) {
  const { t } = useTranslation();
  const { entity, words } = useFieldHost();
  const { entries, error, retry } = useHistory(path, record.id, stamp);
  const [changedOnly, setChangedOnly] = useState(false);
  const [only, setOnly] = useState<string | null>(null);
  if (error) return <ErrorPanel compact error={toDisplayError(error)} onRetry={retry} />;
  if (!entries) return <Skeleton shape="page" />;
  const known = entries.map((entry) => ({
    ...entry,
    changes: entry.changes.filter(({ field }) => entity.byName.has(field) && (only === null || only === field)),
  }));
  const shown = known.filter(({ changes }) => changes.length > 0 || (!changedOnly && only === null));
  const names = [...new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)))].filter((name) =>
    entity.byName.has(name),
  );
  return (
    <div className="history">
      <div className="history-bar">
        <Checkbox checked={changedOnly} onChange={({ target }) => setChangedOnly(target.checked)}>
          {t('history.changedOnly')}
        </Checkbox>
        <Select
          className="history-field"
          allowClear
          showSearch
          optionFilterProp="label"
          aria-label={t('history.field')}
          placeholder={t('history.field')}
          value={only}
          onChange={(name: string | undefined) => setOnly(name ?? null)}
          options={names.map((value) => ({ value, label: words.field(value) }))}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          kind={entries.length === 0 ? 'nothing' : 'noMatch'}
          compact
          title={t(entries.length === 0 ? 'history.empty' : 'history.none')}
        />
      ) : null}
      <ol className="history-list">
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} record={record} />
        ))}
      </ol>
    </div>
  );
}

/** More changes than this, as when a record was made, are folded away. */
const openChanges = 8;

function Entry({ entry, record }: { entry: HistoryEntry; record: WireRecord }) {
  const { t } = useTranslation();
  const { words, format, facts } = useFieldHost();
  const who = entry.by === null ? t('history.system') : words.title('account', entry.by, entry.$by);
  const known = ['add', 'edit', 'delete', 'import'].includes(entry.verb);
  const did = known ? t(`history.did.${entry.verb}`) : t('history.did', { action: words.action(entry.verb) });
  const changes = <Changes changes={entry.changes} record={record} />;
  return (
    <li className="history-entry">
      <p className="history-head">
        <strong>{who}</strong> <span>{did}</span>{' '}
        <time dateTime={entry.at} title={format.timeZone}>
          {shownTime(entry.at, format.culture, format.timeZone)}
          <TimeAgo at={entry.at} localNow={facts().now} />
        </time>
      </p>
      {entry.changes.length > openChanges ? (
        <details className="history-fold">
          <summary>{t('history.fields', { count: entry.changes.length })}</summary>
          {changes}
        </details>
      ) : (
        changes
      )}
    </li>
  );
}

function Changes({ changes, record }: Pick<HistoryEntry, 'changes'> & { record: WireRecord }) {
  const { entity, words } = useFieldHost();
  if (changes.length === 0) return null;
  return (
    <dl className="history-changes">
      {changes.map(({ field, before, after }) => {
        const declared = entity.byName.get(field);
        return declared ? (
          <div key={field}>
            <dt>{words.field(field)}</dt>
            <dd>
              <HistoryValue field={declared} before={before} after={after} record={record} />
            </dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}

/** An instant in the reader's way; text in the tenant's zone stays as it is. */
function shownTime(at: string, culture: string, timeZone: string): string {
  if (!/Z$|[+-]\d\d(:?\d\d)?$/.test(at)) return at;
  return new Date(at).toLocaleString(culture, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
}
